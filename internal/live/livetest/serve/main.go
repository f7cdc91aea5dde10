// Serve starts a Google of one's own on this machine, with the demo project or
// the world of a txtar file, and prints the environment that sends proflint there.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"slices"

	"github.com/proflint/proflint/internal/live/livetest"
)

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func serve(args []string) error {
	world := livetest.Demo
	if len(args) > 0 {
		data, err := os.ReadFile(args[0])
		if err != nil {
			return err
		}
		world = string(data)
	}
	s, err := livetest.New(world)
	if err != nil {
		return err
	}
	defer s.Close()
	var lines []string
	for name, value := range s.Env() {
		lines = append(lines, "export "+name+"="+value)
	}
	slices.Sort(lines)
	for _, l := range lines {
		fmt.Println(l)
	}
	fmt.Fprintln(os.Stderr, "serving until interrupted; paste the lines into another shell")
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
	return nil
}
