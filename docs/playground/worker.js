// The thread of Python. It gets all files from the page, since a page from disk may fetch nothing.
let python;

self.onmessage = async ({ data }) => {
  try {
    if (data.files) {
      await begin(data.files);
      self.postMessage({ ready: true });
    } else {
      const call = python.pyimport("browser")[data.call];
      const lines = call(...data.args);
      self.postMessage({ number: data.number, lines: lines.toJs() });
      lines.destroy();
    }
  } catch (error) {
    const said = String(error.message ?? error).trim().split("\n").at(-1);
    self.postMessage({ number: data.number, lines: [["bad", said]] });
  }
};

async function begin(files) {
  // A page from disk may start classic threads only. Pyodide refuses those that can import scripts, since they import no
  // modules; here it gets no module to import.
  const importing = self.importScripts.bind(self);
  self.importScripts = undefined;
  const script = (text) => importing(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const text = (name) => new TextDecoder().decode(files[name]);
  self.fetch = async (address) => {
    const name = String(address.url ?? address).split("/").at(-1);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files[name], { status: files[name] ? 200 : 404, headers: { "Content-Type": type } });
  };
  const place = "https://playground.invalid/";
  script(text("pyodide.js"));
  script(
    text("pyodide.asm.mjs")
      .replaceAll("import.meta.url", JSON.stringify(`${place}pyodide.asm.mjs`))
      .replace("export default _createPyodideModule", "self.createPyodideModule = _createPyodideModule"),
  );
  const memory = new Uint8Array(files["memory.bin"]);
  const createPyodideModule = async (settings) => {
    const made = await self.createPyodideModule(settings);
    while (made.HEAP8.length < memory.length) made._malloc(1 << 24); // all of it is overwritten then
    return made;
  };
  python = await self.loadPyodide({ indexURL: place, createPyodideModule, _loadSnapshot: memory });
  python.FS.writeFile("/rest.zip", new Uint8Array(files["rest.zip"]));
  python.runPython("import browser; browser.unpack('/rest.zip')");
}
