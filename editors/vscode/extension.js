"use strict";
// Starts `pcaproofs lsp` and shows what it says of the notes that are open.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["markdown", "latex", "tex", "quarto", "rmd"];
let client;

/** Starts the server; a server that does not start is told with the way to install it. */
async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("pcaproofs").get("command");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    "pcaproofs",
    "pcaproofs",
    { command, args, options: { cwd: folder } },
    {
      documentSelector: [
        ...LANGUAGES.map((language) => ({ language, scheme: "file" })),
        ...LANGUAGES.map((language) => ({ language, scheme: "untitled" })),
        { notebook: "jupyter-notebook", language: "markdown" },
      ],
    },
  );
  try {
    await client.start();
  } catch (error) {
    const said = `pcaproofs: ${command} does not start. Install it with pip install "pcaproofs[lsp]", or set pcaproofs.command.`;
    vscode.window.showErrorMessage(said);
    client.outputChannel.appendLine(String(error));
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop().catch(() => undefined); // one that did not start has nothing to stop
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("pcaproofs.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("pcaproofs.command")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
};

exports.deactivate = stop;
