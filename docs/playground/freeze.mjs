// node freeze.mjs PYODIDE SOURCES.zip OUT: runs the examples in Pyodide, and keeps its memory with all that they imported.
// Writes OUT/memory.bin, and OUT/rest.zip with the modules that no example needed and the data of all.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, sources, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder, _makeSnapshot: true });
python.FS.writeFile("/sources.zip", readFileSync(sources));
python.runPython(`
import gc, os, sys, zipfile
zipfile.ZipFile("/sources.zip").extractall("/sources")
sys.path.insert(0, "/sources")
sys.dont_write_bytecode = True
import browser
for example in browser.EXAMPLES:
    print(example()[0][1])
used = {m.__file__ for m in [*sys.modules.values()] if getattr(m, "__file__", None)}
with zipfile.ZipFile("/rest.zip", "w") as rest:
    for name in sorted(zipfile.ZipFile("/sources.zip").namelist()):
        if f"/sources/{name}" not in used:
            rest.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), open(f"/sources/{name}", "rb").read())
for module in [*sys.modules.values()]:
    for place in [x for x in getattr(module, "__path__", ()) if x.startswith("/sources/")]:
        module.__path__.append(place.replace("/sources/", "/rest.zip/", 1))
sys.path.insert(1, "/rest.zip")
sys.path_importer_cache.clear()
del rest, used
gc.collect()
`);
writeFileSync(`${out}/rest.zip`, python.FS.readFile("/rest.zip"));
writeFileSync(`${out}/memory.bin`, python.makeMemorySnapshot());
process.exit(0);
