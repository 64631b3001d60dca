// Writes the licences of the packages that are bundled, as esbuild lists them in dist/meta.json.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const { inputs } = JSON.parse(readFileSync("dist/meta.json", "utf8"));
const names = Object.keys(inputs).map((path) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[0]);
const texts = [...new Set(names.filter(Boolean))].sort().map((folder) => {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const said = file ? readFileSync(folder + file, "utf8") : JSON.parse(readFileSync(`${folder}package.json`)).license;
  return `${folder.replace(/.*node_modules\//, "").slice(0, -1)}\n\n${said.trim()}\n`;
});
writeFileSync("dist/LICENCES.txt", texts.join("\n----\n\n"));
if (existsSync("dist/meta.json")) rmSync("dist/meta.json");
