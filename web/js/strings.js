// Every text a person reads on the page, in one place. `{count}` is a gap for a value; `{count|agent|agents}` is the
// word that goes with it: the first for 1, the second for any other.

const english = {
  title: 'BoidForge',
  controls: 'Controls',
  close: 'Close',

  search: 'Search the controls',
  searchHint: 'Search',
  searchClear: 'Clear the search',
  searchFound: '{count} {count|control|controls} found.',
  searchNone: 'No control is called “{query}”.',
  undo: 'Undo (Ctrl Z)',
  undoWhat: 'Undo: {what} (Ctrl Z)',
  redo: 'Redo (Ctrl Shift Z)',
  redoWhat: 'Redo: {what} (Ctrl Shift Z)',
  undone: 'Undone: {what}.',
  redone: 'Redone: {what}.',
  nothingToUndo: 'There is nothing to undo.',
  nothingToRedo: 'There is nothing to redo.',
  resetAll: 'Everything as the scene says',
  reset: '{label}: as the scene says',
  about: 'About: {label}',
  changed: '{count} changed',
  everything: 'everything',
  dice: 'Another seed at random',

  'refused.number': '{label} is a number from {min} to {max}. It stays as it was.',
  'refused.whole': '{label} is a whole number from {min} to {max}. It stays as it was.',
  'refused.range': '{label} goes from {min} to {max}. It stays as it was.',
  'refused.core': '{reason}. It stays as it was.',

  'section.movement': 'Movement',
  'section.body': 'Colour and body',
  'section.light': 'Trails and light',
  'section.background': 'Background',
  'section.camera': 'Camera',
  'section.world': 'World and time',
  'section.solver': 'Computation',

  'label.scene': 'Scene',
  'label.look': 'Look',
  'label.link': 'Link',
  'label.follow': 'Follow the flock',
  'label.agents': 'Agents',
  'label.seed': 'Seed',
  'label.dt': 'Time step',
  'label.world_width': 'World width',
  'label.world_height': 'World height',
  'label.boundary': 'At the edge',
  'label.metric': 'Sight across the seam',
  'label.r_sep': 'Separation radius',
  'label.r_ali': 'Alignment radius',
  'label.r_coh': 'Cohesion radius',
  'label.w_sep': 'Separation weight',
  'label.w_ali': 'Alignment weight',
  'label.w_coh': 'Cohesion weight',
  'label.min_speed': 'Lowest speed',
  'label.max_speed': 'Top speed',
  'label.max_force': 'Strongest turn',
  'label.pointer_strength': 'Pull of the pointer',
  'label.numerics': 'Numerics',
  'label.level': 'Search',
  'label.simd': 'Instruction set',
  'label.threads': 'Threads',
  'label.palette': 'Palette',
  'label.color_by': 'Colour by',
  'label.color_value': 'Place in the palette',
  'label.speed_low': 'Palette starts at',
  'label.speed_high': 'Palette ends at',
  'label.agent_size': 'Size',
  'label.body': 'Body',
  'label.size_by_speed': 'Larger when fast',
  'label.intensity': 'Brightness',
  'label.glow': 'Halo',
  'label.trail': 'Trails',
  'label.trail_decay': 'Trail length',
  'label.trail_width': 'Trail width',
  'label.medium': 'Drawn with',
  'label.bloom': 'Glow',
  'label.bloom_threshold': 'Glow begins at',
  'label.exposure': 'Exposure',
  'label.auto_exposure': 'Auto exposure',
  'label.vignette': 'Dark corners',
  'label.background': 'Sky',
  'label.background_low': 'Second colour',
  'label.background_shape': 'Blends',

  'help.palette': 'The colours agents take',
  'help.follow': 'The camera goes with the flock’s centre, nearer than the whole world',
  'help.background': 'Colour of the empty sky, or of its upper end',
  'help.background_low': 'Colour at the foot of the picture, or in its corners',
  'help.dt': 'Simulated time of one step: shorter is finer and slower to compute',
  'help.world_width': 'By itself it follows from the number of agents, so that they keep their distances',
  'help.world_height': 'By itself it follows from the number of agents, so that they keep their distances',
  'help.max_force': 'How hard an agent can turn, speed up or brake',

  'unit.world units': 'units',
  'unit.world units/second': 'units/s',
  'unit.world units/second^2': 'units/s²',
  'unit.seconds': 's',
  'unit.agents': '',
  'unit.threads': '',
  'unit.pixels at 900 rows': 'px',
  'unit.agent sizes': '× size',

  'palette.turbo': 'Turbo',
  'palette.viridis': 'Viridis',
  'palette.inferno': 'Inferno',
  'palette.magma': 'Magma',
  'palette.neon': 'Neon',
  'palette.aurora': 'Aurora',
  'palette.fire': 'Fire',
  'palette.ice': 'Ice',
  'color_by.speed': 'Speed',
  'color_by.heading': 'Heading',
  'color_by.density': 'Density',
  'color_by.fixed': 'One colour',
  'body.disc': 'Disc',
  'body.arrow': 'Arrow',
  'body.bird': 'Bird',
  'body.fish': 'Fish',
  'medium.light': 'Light',
  'medium.ink': 'Ink',
  'background_shape.even': 'Evenly',
  'background_shape.vertical': 'Downwards',
  'background_shape.radial': 'Outwards',
  'boundary.wrap': 'Come in opposite',
  'boundary.reflect': 'Bounce',
  'metric.auto': 'Automatic',
  'metric.torus': 'Yes',
  'metric.plane': 'No',
  'numerics.cell': 'Fast',
  'numerics.classic': 'Original',
  'level.auto': 'Automatic',
  'level.naive': 'All pairs',
  'level.vector': 'All pairs, SIMD',
  'level.grid': 'Grid',
  'level.native': 'Grid, SIMD',
  'simd.auto': 'Automatic',
  'simd.scalar': 'None',
  'simd.wasm128': '128 bits',

  transport: 'Playback',
  play: 'Play',
  pause: 'Pause',
  stepBack: 'One frame back',
  stepForward: 'One frame forward',
  restart: 'Restart',
  seek: 'Frame',
  live: 'Live',
  goLive: 'Go live: on from the newest frame',
  backToLive: 'Back to the live flock',
  keptBack: '−{seconds} s',
  keptHint: 'How far back one can go: {frames} {frames|frame is|frames are} kept',
  speed: 'Speed',
  speedNow: 'Speed: {speed}×',
  speedHint: 'Speed {speed}× (double-click: 1×)',
  times: '{speed}×',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  openFile: 'Open a recording (.bfs) or a scene (.json)',
  showPanel: 'Show the controls',
  hidePanel: 'Hide the controls',
  hideAll: 'Hide everything but the flock',
  showAll: 'Show the controls again',
  help: 'Help and keys',
  frameOf: 'Frame {frame} of {last}',
  frameLive: 'Frame {frame}',
  seconds: '{seconds} s',

  recording: 'Recording',
  recordingFrames: 'Frames',
  recordingAgents: 'Agents',
  recordingAgentsVary: '{count} at first, varying',
  recordingStep: 'Time step',
  recordingSeed: 'Seed',
  recordingSize: 'Size',
  recordingWorld: 'World',
  recordingWorldGuessed: 'World, estimated',
  recordingOrigin: 'From',
  recordingScene: 'Scene',
  atLeast: '{count} so far',
  'loaded.download': 'Loaded',
  'loaded.index': 'Read through',
  share: '{percent} %',
  'loadedHint.download': 'Loaded so far: {frames} {frames|frame|frames}',
  'loadedHint.index': 'Read through so far: {frames} {frames|frame|frames}',
  sceneFromFile: '{title}, from a file. {description}',

  opening: 'Opening “{name}”',
  openingFrom: 'Opening “{name}” from {host}',
  openingProgress: 'Loaded',
  waitingForAnswer: 'Waiting for an answer',
  amountOf: '{received} of {total}',
  stop: 'Stop',
  tryAgain: 'Try again',
  whichFile: 'Which one is to be opened?',

  readoutAgents: '{count} {count|agent|agents}',
  readoutFrame: 'frame {frame}',
  readoutFps: '{fps} fps',
  readoutPaused: 'paused',
  readoutSolver: '{threads} {threads|thread|threads}, {simd}',
  readoutEnded: 'end',
  readoutBad: '{count} not drawn (not numbers)',
  'limit.simulation': '{pace}× instead of {speed}×: the simulation is at its limit',
  'limit.drawing': '{pace}× instead of {speed}×: drawing is at its limit',
  'limit.waiting': 'The next picture takes long: drawing is at its limit',
  'limit.reading': '{pace}× instead of {speed}×: reading is at its limit',

  drop: 'Drop a recording (.bfs) or a scene (.json) to open it',
  opened: 'Playing “{name}”: {frames} {frames|frame|frames}, {agents} {agents|agent|agents}.',
  openedFrom: 'Playing “{name}” from {origin}.',
  openedScene: '“{title}” flies.',
  hiddenHint: 'Press H, or tap the flock, to bring the controls back.',
  sceneOfLink: 'From a link',
  linkRefused: 'This link cannot be opened: {reason}. The flock stays as it was.',
  linkRefusedAtStart: 'This link cannot be opened: {reason}. The usual flock flies instead.',
  reducedMotion: 'Your system asks for less motion, so the flock stands still. Press play to let it fly.',
  pausedAt: 'Paused at frame {frame}.',
  playing: 'Playing.',
  followOn: 'The camera follows the flock. Press F to see the whole world.',
  followOff: 'The whole world.',
  paletteNow: 'Palette: {name}.',

  shareFlock: 'Share this flock',
  shareAddress: 'Its address, for any browser',
  shareCopy: 'Copy',
  shareCopied: 'The address is copied. Whoever opens it sees this very flock.',
  shareCopyByHand: 'This browser offers no clipboard here. Copy the address below; it is selected.',
  shareSystem: 'Share …',
  shareLines: 'The same flock as a film in 4K, with the program on a desktop',
  shareCopyLines: 'Copy the lines',
  shareLinesCopied: 'The lines are copied.',
  shareLinesByHand: 'This browser offers no clipboard here. Copy the lines below; they are selected.',

  helpTitle: 'BoidForge',
  helpIntro:
    'A flock, computed exactly and drawn live. Drop a .bfs recording anywhere on this page to play it, or a scene to see it fly; nothing you open leaves your machine.',
  helpKeys: 'Keys',
  'key.space': 'Play or pause',
  'key.step': 'One frame back, forward',
  'key.jump': 'One second back, forward',
  'key.home': 'First frame; of a live flock the oldest kept',
  'key.end': 'Last frame; of a live flock: go live',
  'key.speed': 'Faster, slower',
  'key.speedReset': 'As fast as the flock flies',
  'key.fullScreen': 'Full screen',
  'key.r': 'Restart',
  'key.c': 'Next palette',
  'key.f': 'Follow the flock, or see the whole world',
  'key.o': 'Open a recording or a scene',
  'key.h': 'Hide or show everything',
  'key.share': 'Share this flock',
  'key.search': 'Search the controls',
  'key.undo': 'Undo the last change of a setting',
  'key.redo': 'Do it again',
  'key.help': 'This sheet',
  spaceKey: 'Space',

  benchLink: 'How fast is it here? Run the benchmark',
  benchTitle: 'Benchmark',
  benchIntro:
    'How fast this browser computes a flock. Agents are spread evenly, with 14 neighbours each unless a row says otherwise; nothing is drawn meanwhile. Other work on this machine makes the times longer.',
  benchBack: 'Back to the flock',
  benchCancel: 'Cancel',
  benchAgain: 'Run again',
  benchCopy: 'Copy as JSON',
  benchJson: 'The figures as JSON',
  benchProgress: 'Cases done',
  benchWarming: 'Warming up.',
  benchRunning: '{number} of {count}: {label}',
  benchDone: 'Done: {count} cases.',
  benchCancelled: 'Cancelled after {count} {count|case|cases}.',
  benchCopied: 'Copied {count} {count|case|cases}.',
  benchCopyByHand: 'This browser offers no clipboard here. Copy the text below; it is selected.',
  benchCase: 'Case',
  benchMs: 'ms per step',
  benchMedian: 'ns per agent',
  benchMin: 'ns, least',
  benchCaption:
    'Medians of batches of steps; “least” is the fastest batch. ns per agent is a step’s time shared out among its agents.',
  benchSize: 'More agents',
  benchCrowding: '50,000 agents, more and more crowded',
  benchLevels: 'The four levels, 2,000 agents',
  benchMore: 'Other flocks',
  benchThreads: 'Threads, 100,000 agents',
  benchNeighbours: '{count} neighbours',
  'benchLevel.naive': 'naive: all pairs',
  'benchLevel.vector': 'vector: all pairs, SIMD',
  'benchLevel.grid': 'grid',
  'benchLevel.native': 'native: grid, SIMD',
  benchScene: '{title} at step 2,000, {agents} agents',
  benchClassic: 'classic numerics, {agents}',
  benchThreadCount: '{count} {count|thread|threads}',

  'error.core': '{message}',
  'error.unexpected': 'Something went wrong: {message}',
  'error.cannotPlay': '“{name}” cannot be played: {reason}.',
  'error.cannotOpenScene': 'The scene in “{name}” cannot fly: {reason}.',
  'error.sceneOfRecording':
    '“{name}” plays in the default look, since the scene that it carries cannot be used: {reason}.',
  'error.notAFile': 'Only files can be dropped here: a .bfs recording, or a scene.',
  'error.droppedNothing': 'Nothing came with what was dropped. A .bfs recording or a scene can be dropped here.',
  'error.droppedLink':
    'A link cannot be dropped here. To play a recording from an address, put ?src= and the address behind this page’s own.',
  'error.folderEmpty': 'The folder “{name}” holds no .bfs recording and no scene (.json).',
  'error.folderUnreadable': 'The folder “{name}” cannot be read.',
  'error.fileUnreadable':
    'The file cannot be read any more. It may have been moved, changed or removed since it was opened',
  'error.recordingEmpty': 'it ends before its first whole frame',
  'error.recordingDamagedAtOnce': 'its first frame is damaged',
  'error.downloadUnreadable': 'the browser has no room left for what was loaded, or has lost it',
  'error.notAnAddress': '“{url}” is no address of the web (https://…)',
  'error.addressSilent': 'no answer came from {host}. The connection may be gone',
  'error.addressRefused':
    'no answer came from {host}, or it does not let other pages read its files (header Access-Control-Allow-Origin)',
  'error.addressStatus': '{host} answered with status {status}',
  'error.addressIsAPage': '{host} sent a web page instead of a recording',
  'error.addressChanged': 'the file at {host} changed while it was read',
  'error.addressRedirected':
    '{host} sends on to {other}, which this page’s address does not name. Put that address behind ?src= to allow it: {url}',
  'error.connectionLost': 'the connection to {host} broke before the first whole frame',
  'error.recordingLost':
    'The connection to {origin} broke at byte {offset} of “{name}”. {frames|The|All} {frames} {frames|frame that has come plays|frames that have come play}.',
  'error.frameNotYet': 'Frame {frame} is not known yet; the first {frames} {frames|frame is|frames are} so far.',
  'error.sceneJson': 'it is not valid JSON',
  'error.sceneJsonLine': 'it is not valid JSON, see line {line}',
  'error.sceneNot': 'it is not a scene; a scene has “boidforge_scene”: 1',
  'error.sceneSection': '{name}: give an object, { "name": value, … }',
  'error.sceneNumber': '{name}: give a number, or a choice’s name',
  'error.sceneText': '{name}: give a short text',
  'error.sceneUnknown': 'a scene has no section “{name}”',
  'error.sceneEvents': 'events: give an array, [{ "step": … }, …]',
  'error.sceneEvent': 'event {number}: give an object, { "step": number, "name": "parameter", "value": number }',
  'error.sceneTooLarge': 'it is larger than {megabytes} MB, and no scene is',
  'error.frameDamaged': 'frame {frame} is damaged',
  'error.recordingCut':
    'The end of “{name}” is missing. {frames|The|All} {frames} whole {frames|frame plays|frames play}; what came after {frames|it|them} is not in the file.',
  'error.recordingCorrupt':
    '“{name}” is damaged at byte {offset}. The {frames} {frames|frame before that plays|frames before that play}; the rest cannot be read.',
  'error.badAgents':
    'Frame {frame} holds {count} {count|agent|agents} whose values are not numbers. {count|It is|They are} not drawn.',
  'error.noSuchFrame': 'There is no frame {frame}; the recording has {frames} {frames|frame|frames}, counted from 0.',
  'error.frameAhead': 'Frame {frame} is too far ahead: the live flock can be sent to frame {last} from here.',
  'error.notAFrame': 'A frame is a whole number from 0 on, not {value}.',
  'error.notASize': 'The {side} of a picture is a whole number of pixels from 1 to {most}, not {value}.',
  'error.frameGone': 'Frame {frame} is no longer kept; the oldest that is kept is frame {first}.',
  'error.noStepBack': 'Frame {first} is the oldest that is kept.',
  'error.notSteps': 'Steps are a whole number, below 0 to go back, not {value}.',
  'error.notASpeed': 'A speed is a number from {least} to {most}, not {value}.',
  'error.shareRecording': 'A link holds a live flock. “{name}” is a recording: pass its file on instead.',
  'error.nothingShown': 'There is no picture yet.',
  'error.noMemory': 'there is not enough memory for a frame of {bytes} {bytes|byte|bytes}',
  'error.contextLost':
    'The browser took the graphics card away for a moment. If the flock does not come back, reload the page.',
  'error.stopped': 'Another flock was started meanwhile.',
  'error.unknownScene': 'There is no scene called “{name}”.',
  'error.unknownLook': 'There is no look called “{name}”.',
  'error.noName': 'Name what is to be set: “scene”, “look”, a parameter or an entry of the look.',
  'error.unknownName': 'There is no parameter called “{name}”.',
  'error.simulationBroken': 'The simulation could not be started. Reload the page to try again.',
  'error.rendererBroken': 'The renderer could not be started. Reload the page to try again.',

  'error.link.tooLong': 'a link has at most {most} characters, this one has {count}',
  'error.link.escape': 'character {place}: a percent sign needs two hexadecimal digits',
  'error.link.character': 'character {place} has no place in a link',
  'error.link.version': 'version {version} of links is not known here, only version {known}',
  'error.link.none': 'no link to a flock, which begins with {start} and the name of a scene',
  'error.link.part': "'{part}' is not a name, = and a value",
  'error.link.twice': '{name} is given twice',
  'error.link.scene': "there is no scene named '{name}'",
  'error.link.look': "there is no look named '{name}'",
  'error.link.name': "there is no setting named '{name}'",
  'error.link.machine': '{name} changes no frame and is not part of a link',
  'error.link.choice': "{name}: '{value}' is not a choice, give one of {choices}",
  'error.link.number': "{name}: '{value}' is not a number",
  'error.link.finite': '{name}: needs a finite number',
  'error.link.fraction': '{name}: {value} has a fraction, give a whole number',
  'error.link.range': '{name}: {value} is out of range, give a value from {min} to {max}{unit}',
  'error.link.event': 'event {event}: {reason}',
  'error.link.fixed':
    '{name}: cannot change in a running world; agents, radii, weights, speeds, max_force and the pointer can',
  'error.link.cannotHold':
    'This flock was changed too often for a link: it would have {count} characters, {most} is the most. Pass the scene file on instead',

  unsupportedTitle: 'The flock cannot fly here',
  'error.noWebGL2':
    'This browser offers no WebGL 2, with which the flock is drawn. It may be switched off, or the graphics driver may be blocked. A current Firefox, Chrome, Edge or Safari has it.',
  'error.noSimd':
    'This browser has no WebAssembly SIMD, with which the flock is computed. A current Firefox, Chrome, Edge or Safari has it.',
};

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] for the gaps in braces
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = /** @type {Record<string, string>} */ (english)[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (gap, name, one, many) => {
    const value = values[name];
    if (value === undefined) return gap;
    if (one !== undefined) return value === 1 ? one : many;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** @param {string} name of a parameter, an entry of the look, or what else can be set */
export const labelOf = (name) => tOr(`label.${name}`, sentence(name.replaceAll('_', ' ')));

/** @param {string} text @returns {string} with a capital */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param {string} key
 * @param {string} fallback where a table of the core knows more names than this file
 */
export const tOr = (key, fallback) => (key in english ? t(key) : fallback);

const wholeNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** @param {number} value */
export const formatNumber = (value) => wholeNumber.format(value);

const exactNumber = new Intl.NumberFormat('en', { maximumSignificantDigits: 15 });

/** @param {number} value @returns {string} however small it is */
export const formatExact = (value) => exactNumber.format(value);

/** @param {number} bytes */
export function formatBytes(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let power = 0;
  let value = bytes;
  while (value >= 1000 && power < units.length - 1) {
    value /= 1000;
    power += 1;
  }
  if (bytes === 1) return '1 byte';
  return `${value.toFixed(power > 0 && value < 100 ? 1 : 0)} ${units[power]}`;
}

/** @param {unknown} error a PlainError, or anything thrown */
export function errorText(error) {
  if (error && typeof error === 'object' && 'code' in error) {
    const { code, values } = /** @type {import('./errors.js').PlainError} */ (error);
    return t(`error.${code}`, values);
  }
  return t('error.unexpected', { message: error instanceof Error ? error.message : String(error) });
}
