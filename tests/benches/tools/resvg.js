// resvg-js in two workers. GAME OUT FONTS png
const fs = require("fs");
const path = require("path");
const { Worker, isMainThread, workerData } = require("worker_threads");
const { Resvg } = require("@resvg/resvg-js");

const [game, out, fonts] = process.argv.slice(2);
const BLEED = 3.175, WIDTH = 63.5 + 2 * BLEED, HEIGHT = 88.9 + 2 * BLEED, LETTERS = 34;

function wrap(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + word.length > LETTERS) lines.push(word);
    else lines[lines.length - 1] = last ? last + " " + word : word;
  }
  return lines.map((line, at) => `<tspan x="8" y="${50 + 4.08 * at}">${line}</tspan>`).join("");
}

function cards(first, step) {
  const template = fs.readFileSync(path.join(__dirname, "card.svg"), "utf8");
  const icon = fs.readFileSync(path.join(game, "icons/anchor.svg"), "utf8").match(/ d="([^"]+)"/)[1];
  const rows = fs.readFileSync(path.join(game, "cards.csv"), "utf8").trim().split("\n").slice(1);
  const fontFiles = ["barlow-condensed/BarlowCondensed-Bold.ttf", "alegreya-sans/AlegreyaSans-Regular.ttf"]
    .map((file) => path.join(fonts, file));
  for (let at = first; at < rows.length; at += step) {
    const [name, text, picture] = rows[at].split(",");
    const values = {
      width: WIDTH, height: HEIGHT, view_box: `${-BLEED} ${-BLEED} ${WIDTH} ${HEIGHT}`, icon, name, lines: wrap(text),
      picture: `<image x="${-BLEED}" y="${-BLEED}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice" xlink:href="images/${picture}"/>`,
    };
    const svg = template.replace(/\{\{ (\w+) \}\}/g, (_, key) => values[key]);
    const drawing = new Resvg(svg, { font: { fontFiles, loadSystemFonts: false }, fitTo: { mode: "width", value: 825 } });
    fs.writeFileSync(path.join(out, String(at).padStart(4, "0") + ".png"), drawing.render().asPng());
  }
}

if (isMainThread) {
  fs.mkdirSync(out, { recursive: true });
  process.chdir(game); // where the pictures are looked for
  new Worker(__filename, { workerData: 1, argv: process.argv.slice(2) });
  cards(0, 2);
} else {
  cards(workerData, 2);
}
