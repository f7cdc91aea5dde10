package build

import "testing"

func TestPyproject(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"PEP 621", "[project]\nrequires-python = \">=3.11,<3.12\"\ndependencies = [\n  \"requests\",\n  \"apache-beam[gcp]==2.60.0\",\n]\n", `python 2.60.0 @pyproject.toml:5 "2.60.0" on 3.11 @pyproject.toml:2 ">=3.11,<3.12"`},
		{"extra", "[project]\ndependencies = []\n[project.optional-dependencies]\nbeam = [\"apache-beam>=2.50\"]\n", `python 2.50.. @pyproject.toml:4 "2.50"`},
		{"main before extra", "[project]\ndependencies = [\"apache-beam==2.60.0\"]\n[project.optional-dependencies]\nbeam = [\"apache-beam==2.50.0\"]\n", `python 2.60.0 @pyproject.toml:2 "2.60.0"`},
		{"group", "[dependency-groups]\ndev = [{include-group = \"x\"}, 'apache_beam==2.60.0']\n", `python 2.60.0 @pyproject.toml:2 "2.60.0"`},
		{"poetry caret", "[tool.poetry.dependencies]\npython = \"^3.10\"\napache-beam = \"^2.60\"\n", `python 2.60..3- @pyproject.toml:3 "2.60"`},
		{"poetry exact", "[tool.poetry.dependencies]\npython = \"~3.11\"\nApache_Beam = \"2.60.0\"\n", `python 2.60.0 @pyproject.toml:3 "2.60.0" on 3.11 @pyproject.toml:2 "3.11"`},
		{"poetry table", "[tool.poetry.dependencies]\napache-beam = {extras = [\"gcp\"], version = \"2.60.0\"}\n", `python 2.60.0 @pyproject.toml:2 "2.60.0"`},
		{"poetry table of its own", "[tool.poetry.dependencies.apache-beam]\nversion = \"~2.60\"\nextras = [\"gcp\"]\n", `python 2.60..2.61- @pyproject.toml:2 "2.60"`},
		{"poetry several", "[tool.poetry.dependencies]\napache-beam = [\n {version = \"2.60.0\", python = \"<3.12\"},\n {version = \"2.65.0\", python = \">=3.12\"}]\n", `python unknown (one of 2.60.0 (pyproject.toml:3:14) and 2.65.0 (pyproject.toml:4:14)) @pyproject.toml:3 "2.60.0"`},
		{"poetry git", "[tool.poetry.dependencies]\napache-beam = {git = \"https://example.org/beam.git\"}\n", `python unknown (the version is that of a source tree) @pyproject.toml:2 "apache-beam"`},
		{"poetry group", "[tool.poetry.group.run.dependencies]\napache-beam = \"*\"\n", `python .. @pyproject.toml:2 "*"`},
		{"poetry either", "[tool.poetry.dependencies]\napache-beam = \"^2.5 || ^3\"\n", `python unknown (not a version that can be read) @pyproject.toml:2 "^2.5 || ^3"`},
		{"uv override", "[project]\ndependencies = [\"apache-beam\"]\n[tool.uv]\noverride-dependencies = [\"apache-beam==2.61.0\"]\n", `python 2.61.0 @pyproject.toml:4 "2.61.0"`},
		{"uv dev", "[tool.uv]\ndev-dependencies = [\"apache-beam~=2.61.0\"]\n", `python 2.61.0..2.62- @pyproject.toml:2 "2.61.0"`},
		{"hatch", "[tool.hatch.envs.default]\ndependencies = [\"apache-beam==2.62.0\"]\n", `python 2.62.0 @pyproject.toml:2 "2.62.0"`},
		{"comment", "[project]\n# dependencies = [\"apache-beam==2.60.0\"]\n", ""},
		{"in the description", "[project]\ndescription = \"apache-beam==2.60.0\"\n", ""},
		{"broken below", "[project]\ndependencies = [\"apache-beam==2.60.0\"]\n[tool\n", `python 2.60.0 @pyproject.toml:2 "2.60.0"
note expected ']' to close table name @pyproject.toml:3:6`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, files{"pyproject.toml": c.text}, "pyproject.toml", c.want) })
	}
}

func TestPythonFiles(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"Pipfile", "[packages]\napache-beam = {extras = [\"gcp\"], version = \"==2.60.0\"}\n[requires]\npython_version = \"3.11\"\n", `python 2.60.0 @Pipfile:2 "2.60.0" on 3.11 @Pipfile:4 "3.11"`},
		{"Pipfile", "[dev-packages]\napache-beam = \"*\"\n", `python .. @Pipfile:2 "*"`},
		{"Pipfile.lock", `{"_meta": {}, "default": {"apache-beam": {"extras": ["gcp"], "hashes": [], "version": "==2.60.0"}}, "develop": {}}`, `python 2.60.0 @Pipfile.lock:1 "2.60.0"`},
		{"poetry.lock", "[[package]]\nname = \"absl\"\nversion = \"1.0\"\n\n[[package]]\nname = \"apache-beam\"\nversion = \"2.60.0\"\noptional = false\n\n[package.dependencies]\nnumpy = \">=1\"\n", `python 2.60.0 @poetry.lock:7 "2.60.0"`},
		{"uv.lock", "version = 1\n[[package]]\nname = \"apache-beam\"\nversion = \"2.60.0\"\nsource = { registry = \"https://pypi.org/simple\" }\nsdist = { url = \"https://x/apache_beam-2.60.0.zip\" }\n", `python 2.60.0 @uv.lock:4 "2.60.0"`},
		{"uv.lock", "[[package]]\nname = \"apache-beam\"\nversion = \"2.60.0\"\n[[package]]\nname = \"apache-beam\"\nversion = \"2.65.0\"\n", `python unknown (one of 2.60.0 (uv.lock:3:12) and 2.65.0 (uv.lock:6:12)) @uv.lock:3 "2.60.0"`},
		{"uv.lock", "[[package]]\nname = \"mine\"\nversion = \"0\"\n[package.metadata]\nrequires-dist = [{ name = \"apache-beam\", specifier = \">=2\" }]\n", ""},
		{"environment.yml", "name: x\nchannels: [conda-forge]\ndependencies:\n  - python=3.11\n  - conda-forge::apache-beam=2.60\n", `python 2.60..2.61- @environment.yml:5 "2.60" on 3.11 @environment.yml:4 "3.11"`},
		{"environment.yaml", "dependencies:\n  - python=3.11.4\n  - pip:\n      - apache-beam[gcp]==2.60.0\n", `python 2.60.0 @environment.yaml:4 "2.60.0" on 3.11 @environment.yaml:2 "3.11.4"`},
		{"environment.yml", "dependencies:\n  - apache-beam==2.60.0=py311h_0\n", `python 2.60.0 @environment.yml:2 "2.60.0"`},
		{"environment.yml", "dependencies:\n  - apache-beam>=2.50,<2.60\n", `python 2.50..2.60- @environment.yml:2 ">=2.50,<2.60"`},
		{"setup.cfg", "[metadata]\nname = x\n[options]\npython_requires = ==3.11.*\ninstall_requires =\n    requests\n    apache-beam[gcp]==2.60.0 ; python_version < '3.12'\n", `python 2.60.0 @setup.cfg:7 "2.60.0" on 3.11 @setup.cfg:4 "3.11.*"`},
		{"setup.cfg", "[options.extras_require]\nbeam = apache-beam~=2.60\n", `python 2.60..3- @setup.cfg:2 "2.60"`},
		{"setup.cfg", "[options]\ninstall_requires = apache-beam==2.60.0\n[options.extras_require]\nbeam = apache-beam==2.50.0\n", `python 2.60.0 @setup.cfg:2 "2.60.0"`},
		{"setup.cfg", "[flake8]\nexclude = apache-beam==2.60.0\n", ""},
		{"setup.py", "setup(\n    install_requires=['requests', \"apache-beam[gcp]==2.60.0\"],\n    python_requires='==3.11.*',\n)\n", `python 2.60.0 @setup.py:2 "2.60.0" on 3.11 @setup.py:3 "3.11.*"`},
		{"setup.py", "BEAM_VERSION = '2.60.0'\nREQUIRED = [f'apache-beam[gcp]=={BEAM_VERSION}']\nsetup(install_requires=REQUIRED)\n", `python 2.60.0 @setup.py:1 "2.60.0"`},
		{"setup.py", "V = '2.60.0'\nr = ['apache-beam==' + V]\n", `python 2.60.0 @setup.py:1 "2.60.0"`},
		{"setup.py", "V = '2.60.0'\nr = ['apache-beam==%s' % V]\n", `python 2.60.0 @setup.py:1 "2.60.0"`},
		{"setup.py", "V = '2.60.0'\nr = ['apache-beam=={}'.format(V)]\n", `python 2.60.0 @setup.py:1 "2.60.0"`},
		{"setup.py", "r = ['apache-beam=={}'.format(version())]\n", `python unknown (computed when the package is built) @setup.py:1 "=="`},
		{"setup.py", "V = '2.60.0'\nV = '2.61.0'\nr = ['apache-beam==' + V]\n", `python unknown (bound more than once) @setup.py:3 "=="`},
		{"setup.py", "# 'apache-beam==2.60.0'\n'''a docstring with 'apache-beam==2.60.0' in it'''\nsetup()\n", ""},
		{"setup.py", "r = ['apache-beam'\n     '[gcp]==2.60.0']\n", `python 2.60.0 @setup.py:2 "2.60.0"`},
		{"setup.py", "r = ['apache-beam==2.60.0'", `python 2.60.0 @setup.py:1 "2.60.0"`},
		{"setup.py", "r = \"apache-beam==2.60.0\nx", `python 2.60.0 @setup.py:1 "2.60.0"`},
	} {
		t.Run(c.file, func(t *testing.T) { check(t, files{c.file: c.text}, c.file, c.want) })
	}
}
