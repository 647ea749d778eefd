// The package without a browser: what is in it, its types, and the library under node.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { nativeHashes, program } from '../program.js';
import { addNodeTypes, built, createProject, removeProjects, repository, shown } from './project.js';

const RECORDING = join(repository, 'tests/golden/default_wrap_n100_s60_seed1.bfs');
const MURMURATION = ['--scene', 'murmuration', '--seed', '7', '--agents', '500', '--steps', '40'];

let project = '';
let dist = '';
/** @type {any} */
let library = null;

before(async () => {
  project = createProject({});
  dist = join(project, 'node_modules/boidforge/dist');
  library = await import(pathToFileURL(join(dist, 'node.js')).href);
});

after(removeProjects);

/**
 * Run a script of the project.
 * @param {string} code
 */
function run(code) {
  writeFileSync(join(project, 'script.js'), code);
  const { status, stdout, stderr } = spawnSync('node', ['script.js'], { cwd: project, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim().split('\n');
}

/** @param {() => Promise<unknown>} work @param {string} code @param {RegExp} message */
const refuses = (work, code, message) =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof Error);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: built, strict: true });
  const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
  assert.deepEqual(
    messages.map((message) => formatMessage(message, manifest)),
    [],
  );
});

test('it holds what it says, modules as files, no script that is large for what is put into it', () => {
  const files = readdirSync(dist);
  for (const name of ['boidforge.js', 'define.js', 'node.js', 'boidforge.d.ts', 'boidforge-sim.wasm']) {
    assert.ok(files.includes(name), name);
  }
  for (const name of files.filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(join(dist, name), 'utf8');
    assert.doesNotMatch(text, /data:application\/wasm|data:image\/webp|AGFzbQ/, name);
    if (name.endsWith('-worker.js')) assert.doesNotMatch(text, /\bimport\s*[{"']|\bimport\("|from\s*"/, name);
    // Vite turns smaller files into data: addresses, from which no worker's script can load another.
    if (name.endsWith('worker.js')) assert.ok(statSync(join(dist, name)).size >= 4096, name);
  }
});

test('the version is the program’s, in the manifest, in the library and in the module', async () => {
  const told = execFileSync(program, ['--version'], { encoding: 'utf8' });
  const { version } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
  assert.match(told, new RegExp(`\\b${version.replaceAll('.', '\\.')}\\b`));
  assert.equal(library.version, version);
});

test('what a program writes against it is checked by its types', () => {
  const typed = createProject({});
  addNodeTypes(typed);
  for (const name of ['usage.ts', 'server.ts']) {
    copyFileSync(join(repository, 'tests/package/types', name), join(typed, name));
  }
  const both = { noEmit: true, strict: true, target: 'es2022' };
  const bundled = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'], types: [] };
  const server = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'], types: ['node'] };
  for (const { file, ...options } of [
    { file: 'usage.ts', ...both, ...bundled, skipDefaultLibCheck: true },
    { file: 'server.ts', ...both, ...server, skipLibCheck: true },
  ]) {
    writeFileSync(join(typed, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [file] }));
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync('node', [tsc, '-p', typed], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  }
});

test('importing it on a server does nothing and needs no DOM', () => {
  const [told] = run(`
    const before = Object.getOwnPropertyNames(globalThis).length;
    const { BoidForgeElement, scenes } = await import('boidforge');
    await import('boidforge/define');
    let code = '';
    try { new BoidForgeElement(); } catch (error) { code = error.code; }
    const added = Object.getOwnPropertyNames(globalThis).length - before;
    console.log(JSON.stringify({ scenes: scenes.map(({ name }) => name), code, added }));
  `);
  const files = readdirSync(join(repository, 'scenes')).map((name) => name.replace('.json', ''));
  const { scenes, code, added } = JSON.parse(told);
  assert.deepEqual({ scenes: scenes.sort(), code, added }, { scenes: files.sort(), code: 'needsBrowser', added: 0 });
});

test('browsers’ entry can be imported on a server too', () => {
  assert.deepEqual(
    run(`await import(${JSON.stringify(pathToFileURL(join(dist, 'define.js')).href)}); console.log(1);`),
    ['1'],
  );
});

test('a simulation under node makes the program’s bytes', async () => {
  const native = nativeHashes(MURMURATION);
  const simulation = await library.createSimulation({ scene: 'murmuration', seed: 7, agents: 500 });
  for (const hash of native) {
    await simulation.step();
    assert.equal(await simulation.hash(), hash);
  }
  simulation.dispose();
});

test('a changed flock’s scene makes the same frames in the program', async () => {
  const simulation = await library.createSimulation({ scene: 'plasma', agents: 300 });
  await simulation.step(5);
  await simulation.set('w_coh', 2.5);
  await simulation.set({ min_speed: 30, max_speed: 200 });
  await simulation.step(5);
  const scene = await simulation.scene();
  assert.deepEqual(
    scene.events.map(({ step, name }) => [step, name]),
    [
      [5, 'w_coh'],
      [5, 'min_speed'],
      [5, 'max_speed'],
    ],
  );
  assert.equal(simulation.params.w_coh, 2.5);
  const file = join(project, 'scene.json');
  writeFileSync(file, JSON.stringify(scene));
  const native = nativeHashes(['--scene', file, '--steps', '10']);
  assert.equal(await simulation.hash(), native[9]);

  const again = await library.createSimulation({ scene });
  await again.step(10);
  assert.equal(await again.hash(), native[9]);
  assert.equal(again.params.w_coh, 2.5);
  for (const each of [simulation, again]) each.dispose();
});

test('a share link is a scene, and makes the program’s bytes', async () => {
  const link = '#1;murmuration;agents=300;5.w_coh=2';
  const native = nativeHashes(['--scene', link, '--steps', '10']);
  const simulation = await library.createSimulation({ scene: link });
  await simulation.step(10);
  assert.equal(await simulation.hash(), native[9]);
  simulation.dispose();
});

test('a frame is its record, with the arrays in it', async () => {
  const simulation = await library.createSimulation({ agents: 100, seed: 3 });
  const start = await simulation.frame();
  assert.deepEqual([start.index, start.agents, start.record.length], [-1, 100, 8 + 1600]);
  await simulation.step(3);
  const { index, agents, x, y, vx, vy, record } = await simulation.frame();
  assert.equal(index, 2);
  for (const part of [x, y, vx, vy]) assert.equal(part.length, agents);
  const view = new DataView(record.buffer);
  assert.equal(x[99], view.getFloat32(8 + 4 * 99, true));
  assert.equal(vy[0], view.getFloat32(8 + 4 * 300, true));
  assert.notDeepEqual([...x], [...start.x]);
  simulation.dispose();
});

test('calls are served in order, and after dispose they are refused in words', async () => {
  const simulation = await library.createSimulation({ agents: 200 });
  const order = [];
  const note = (name) => () => order.push(name);
  const calls = [
    simulation.step(7).then(note('step')),
    simulation.frame().then(({ index }) => order.push(`frame ${index}`)),
    simulation.step().then(note('again')),
    simulation.hash().then(note('hash')),
  ];
  await Promise.all(calls);
  assert.deepEqual(order, ['step', 'frame 6', 'again', 'hash']);
  const long = simulation.step(1e7);
  setTimeout(() => simulation.dispose(), 50);
  await refuses(() => long, 'disposed', /disposed of/);
  await refuses(() => simulation.frame(), 'disposed', /disposed of/);
  simulation.dispose();
});

test('misuse is told', async () => {
  const { createSimulation, openRecording } = library;
  await refuses(() => createSimulation({ scene: 'starlings' }), 'notAScene', /murmuration, .*not “starlings”/);
  await refuses(() => createSimulation({ speed: 2 }), 'unknownOption', /“speed”.*scene, seed/);
  await refuses(() => createSimulation({ agents: -1 }), 'core', /agents: -1 is out of range/);
  await refuses(() => createSimulation({ params: { w_coh: null } }), 'notAValue', /w_coh.*null/);
  await refuses(() => createSimulation({ events: 'none' }), 'notEvents', /array/);
  await refuses(() => createSimulation({ scene: {} }), 'sceneNot', /boidforge_scene/);
  await refuses(() => createSimulation({ scene: '#1;murmuration;agents=many' }), 'link.number', /agents: 'many'/);
  await refuses(() => openRecording(7), 'notARecording', /not number/);
  await refuses(() => openRecording(join(project, 'none.bfs')), 'noSuchFile', /none\.bfs: ENOENT/);
  await refuses(() => openRecording(new Uint8Array(100)), 'core', /./);
  const simulation = await createSimulation({ agents: 10 });
  await refuses(() => simulation.step(0), 'notACount', /not 0/);
  await refuses(() => simulation.set('boundary', 'wrap'), 'core', /boundary/);
  await refuses(() => simulation.set('w_cohesion', 1), 'core', /w_cohesion/);
  await simulation.step();
  simulation.dispose();
});

test('a recording is read from a path, an address and bytes', async () => {
  const hashes = JSON.parse(execFileSync(program, ['hash', '--json', RECORDING], { encoding: 'utf8' })).frames;
  const bytes = readFileSync(RECORDING);
  const { buffer, byteOffset, byteLength } = bytes;
  const ways = [RECORDING, pathToFileURL(RECORDING), new Uint8Array(bytes), new Blob([bytes])];
  for (const from of [...ways, buffer.slice(byteOffset, byteOffset + byteLength)]) {
    const recording = await library.openRecording(from);
    const { version, agents, frames, seed, scene, problem, world } = recording.info;
    assert.deepEqual(
      { version, agents, frames, seed, scene },
      { version: 1, agents: 100, frames: 60, seed: 1, scene: null },
    );
    assert.equal(problem, null);
    assert.equal(world.guessed, true);
    assert.ok(recording.ended);
    let index = 0;
    for await (const frame of recording.frames) {
      assert.equal(frame.index, index);
      assert.equal(await recording.hash(index), hashes[index]);
      index += 1;
    }
    assert.equal(index, 60);
    await refuses(() => recording.frame(60), 'noSuchFrame', /60/);
    recording.dispose();
    await refuses(() => recording.frame(0), 'disposed', /disposed of/);
  }
});

test('a recording of version 2 tells its scene, whose flock is the same again', async () => {
  const file = join(project, 'two.bfs');
  execFileSync(program, ['simulate', '--quiet', ...MURMURATION, '--format', '2', '-o', file]);
  const recording = await library.openRecording(file);
  assert.equal(recording.info.version, 2);
  assert.equal(recording.info.world.guessed, false);
  const simulation = await library.createSimulation({ scene: recording.info.scene });
  await simulation.step(40);
  assert.equal(await simulation.hash(), await recording.hash(39));
  recording.dispose();
  simulation.dispose();
});

test('a cut and a damaged recording are read up to there, and say so', async () => {
  const bytes = new Uint8Array(readFileSync(RECORDING));
  const record = 8 + 1600;
  const cut = await library.openRecording(bytes.slice(0, 32 + 10.5 * record));
  assert.equal(cut.info.frames, 10);
  assert.equal(cut.problem.kind, 'cut');
  assert.equal(cut.problem.offset, 32 + 10 * record);
  assert.match(cut.problem.message, /10 frames/);
  cut.dispose();

  const damaged = bytes.slice();
  new DataView(damaged.buffer).setInt32(12, 0, true); // agents of any number: the records tell theirs
  new DataView(damaged.buffer).setInt32(32 + 5 * record + 4, -3, true);
  const recording = await library.openRecording(damaged);
  let count = 0;
  for await (const frame of recording.frames) count += Number(frame.agents === 100);
  assert.equal(count, 5);
  assert.equal(recording.problem.kind, 'corrupt');
  assert.match(recording.problem.message, /damaged at byte/);
  recording.dispose();
});

test('what the README shows for programs runs as it stands', () => {
  const [, simulation, recording] = shown('js');
  copyFileSync(RECORDING, join(project, 'flock.bfs'));
  assert.deepEqual(run(simulation), ['61291812a790dada']);
  const [first, ...frames] = run(recording);
  assert.match(first, /^60 [0-9a-f]{16}$/);
  assert.equal(frames.length, 60);
});
