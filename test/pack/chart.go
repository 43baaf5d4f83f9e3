// Renders a chart as `helm template` does: by Go's own templates with the functions of sprig, which Helm is made of, and the
// few that Helm adds. Debian has both (golang-go, golang-github-masterminds-sprig-dev); it has no Helm.
//
//	go run chart.go FOLDER RELEASE VALUES.json
//
// Prints each file that is not empty behind a line "# Source: NAME". Ends with 1 and the reason where a template fails.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	if err := render(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(folder, release, given string) error {
	chart, values, over := map[string]any{}, map[string]any{}, map[string]any{}
	if err := read(filepath.Join(folder, "Chart.yaml"), &chart); err != nil {
		return err
	}
	if err := read(filepath.Join(folder, "values.yaml"), &values); err != nil {
		return err
	}
	text, err := os.ReadFile(given)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &over); err != nil {
		return err
	}
	merge(values, over)

	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(sprig.TxtFuncMap()).Funcs(template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var out strings.Builder
			err := root.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"toYaml": func(value any) (string, error) {
			var out strings.Builder
			to := yaml.NewEncoder(&out)
			to.SetIndent(2)
			err := to.Encode(value)
			return strings.TrimSuffix(out.String(), "\n"), err
		},
		"required": func(said string, value any) (any, error) {
			if value == nil || value == "" {
				return nil, fmt.Errorf("%s", said)
			}
			return value, nil
		},
	})
	// Helm takes these away: a chart sees nothing of the machine.
	for _, name := range []string{"env", "expandenv"} {
		root.Funcs(template.FuncMap{name: func(...string) (string, error) {
			return "", fmt.Errorf("%s is not there", name)
		}})
	}

	paths, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return err
	}
	sort.Strings(paths)
	base := fmt.Sprint(chart["name"], "/templates")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := root.New(base + "/" + filepath.Base(path)).Parse(string(text)); err != nil {
			return err
		}
	}
	for _, path := range paths {
		name := base + "/" + filepath.Base(path)
		if strings.HasPrefix(filepath.Base(path), "_") {
			continue
		}
		var out strings.Builder
		err := root.ExecuteTemplate(&out, name, map[string]any{
			"Values": values,
			"Chart": map[string]any{
				"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"],
			},
			"Release": map[string]any{
				"Name": release, "Namespace": "default", "Service": "Helm", "IsInstall": true, "Revision": 1,
			},
			"Template": map[string]any{"Name": name, "BasePath": base},
		})
		if err != nil {
			return err
		}
		if strings.TrimSpace(out.String()) != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", name, out.String())
		}
	}
	return nil
}

func read(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, into)
}

// As Helm does: maps are joined, everything else takes the place of what was there.
func merge(into, from map[string]any) {
	for name, value := range from {
		old, isMap := into[name].(map[string]any)
		if fresh, ok := value.(map[string]any); ok && isMap {
			merge(old, fresh)
		} else {
			into[name] = value
		}
	}
}
