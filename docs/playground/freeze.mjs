// node freeze.mjs PYODIDE SOURCES.zip OUT: runs the examples in Pyodide, and compiles the modules with its own Python.
// Writes OUT/first.zip with the modules that the examples use, OUT/more.zip with the others.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, sources, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile("/sources.zip", readFileSync(sources));
python.runPython(`
import importlib.util, marshal, os, sys, zipfile
zipfile.ZipFile("/sources.zip").extractall("/sources")
sys.path.insert(0, "/sources")
sys.dont_write_bytecode = True
import browser
for example in browser.EXAMPLES:
    print(example()[0][1])
used = {os.path.realpath(m.__file__) for m in list(sys.modules.values()) if getattr(m, "__file__", None)}
files = {name: zipfile.ZipFile(f"/{name}.zip", "w", zipfile.ZIP_STORED) for name in ("first", "more")}
head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # hashed, not looked at again
for folder, _, names in sorted(os.walk("/sources")):
    for name in sorted(names):
        path = os.path.join(folder, name)
        place = os.path.relpath(path, "/sources")
        which = files["first" if path in used or not name.endswith(".py") else "more"]
        when = (1980, 1, 1, 0, 0, 0)
        if name.endswith(".py"):
            try:
                code = compile(open(path, encoding="utf-8").read(), place, "exec", dont_inherit=True, optimize=1)
            except SyntaxError:
                continue
            which.writestr(zipfile.ZipInfo(place + "c", when), head + marshal.dumps(code))
        else:
            which.writestr(zipfile.ZipInfo(place, when), open(path, "rb").read())
for file in files.values():
    file.close()
`);
for (const name of ["first", "more"]) writeFileSync(`${out}/${name}.zip`, python.FS.readFile(`/${name}.zip`));
process.exit(0);
