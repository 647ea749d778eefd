// The commands that the documents show are run, each document's in a folder of its own:
//   node --test tests/docs/
// A ```sh block whose first command is boidforge-cli or build/boidforge-cli is run as a whole; one that cannot be run
// here says so: ```sh not-run. A folder holds flock.bfs (murmuration, 600 frames), my-scene.json and frames/. Whatever
// a block says, pictures are drawn at 160x90 and films of the frames 100 to 180: it is tested that commands are right.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filmLine } from '../../site/film-line.js';
import { program } from '../program.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The program, but for what it draws: of an option that is given twice the last counts. */
const SMALL = `#!/bin/sh
case " $* " in
*" --help "*) ;;
" export "*" --still "*) set -- "$@" --size 160x90 ;;
" export "*) set -- "$@" --size 160x90 --frames 100:180 ;;
esac
"$BF_CLI" "$@"
status=$?
cat > /dev/null # what it left of a pipe
exit $status
`;

/**
 * @param {string} text
 * @returns {{line: number, words: string, script: string}[]} every block of shell commands
 */
function blocksOf(text) {
  const blocks = [];
  let open = null;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (fence && open) {
      blocks.push(open);
      open = null;
    } else if (fence) {
      open = { line: index + 2, words: fence[1].trim(), script: '' };
    } else if (open) {
      open.script += `${line}\n`;
    }
  }
  return blocks.filter(({ words }) => /^sh\b/.test(words));
}

const isOurs = (/** @type {string} */ script) =>
  /^(build\/)?boidforge-cli /.test(script.replaceAll(/^\s*(#.*)?\n/gm, ''));

/** @param {string} folder */
function prepare(folder) {
  mkdirSync(join(folder, 'build'));
  mkdirSync(join(folder, 'frames'));
  for (const [path, text] of [
    ['build/boidforge-cli', SMALL],
    ['build/my-own-encoder', '#!/bin/sh\ncat > /dev/null\n'],
  ]) {
    writeFileSync(join(folder, path), text);
    chmodSync(join(folder, path), 0o755);
  }
  const { status } = spawnSync(
    program,
    ['simulate', '--scene', 'murmuration', '--steps', '600', '-q', '-o', 'flock.bfs'],
    {
      cwd: folder,
      stdio: 'inherit',
    },
  );
  assert.equal(status, 0);
  const scene = JSON.parse(readFileSync(join(root, 'scenes/murmuration.json'), 'utf8'));
  writeFileSync(join(folder, 'my-scene.json'), JSON.stringify({ ...scene, name: 'my-scene' }));
}

/** @param {string} folder @param {string} script @param {string} where */
function run(folder, script, where) {
  const { status, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, BF_CLI: program, PATH: `${join(folder, 'build')}${delimiter}${process.env.PATH}` },
  });
  assert.equal(status, 0, `${where}:\n${script}\n${stderr}`);
}

/** @param {import('node:test').TestContext} context */
function scratch(context) {
  const folder = mkdtempSync(join(tmpdir(), 'boidforge-docs-'));
  context.after(() => rmSync(folder, { recursive: true }));
  prepare(folder);
  return folder;
}

const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

for (const document of documents) {
  const blocks = blocksOf(readFileSync(join(root, document), 'utf8')).filter(
    ({ words, script }) => words === 'sh' && isOurs(script),
  );
  if (blocks.length === 0) continue;
  test(`the commands in ${document} work`, (context) => {
    const folder = scratch(context);
    for (const { line, script } of blocks) run(folder, script, `${document}:${line}`);
  });
}

test('the film lines of the gallery work', (context) => {
  const folder = scratch(context);
  for (const name of readdirSync(join(root, 'scenes')).map((file) => file.replace('.json', ''))) {
    run(folder, filmLine(name).replace('--steps 600', '--steps 200'), `film of ${name}`);
  }
});

test('there are commands to test in the documents', () => {
  const text =
    '```sh\n# first\nboidforge-cli info x\n```\n```sh not-run\nboidforge-cli y\n```\n```\nboidforge-cli z\n```\n';
  assert.deepEqual(
    blocksOf(text).map(({ words, script }) => [words, isOurs(script)]),
    [
      ['sh', true],
      ['sh not-run', true],
    ],
  );
});
