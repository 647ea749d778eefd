/**
 * A scene as it is to be passed on.
 * @param {string} json as the simulation or a recording has it
 * @param {object} changes
 * @param {Record<string, string>} changes.look in force
 * @param {import('../types.js').Parameter[]} changes.looks
 * @param {number} [changes.steps] to be computed; later events are left out
 * @returns {string} JSON
 */
export function sceneText(json, { look, looks, steps }) {
  const scene = JSON.parse(json);
  /** @param {string} name */
  const isChoice = (name) => looks.find((entry) => entry.name === name)?.type === 'choice';
  scene.look = Object.fromEntries(
    Object.entries(look).map(([name, text]) => [name, isChoice(name) ? text : Number(text)]),
  );
  if (steps !== undefined) {
    scene.params.steps = steps;
    scene.events = (scene.events ?? []).filter((/** @type {{step: number}} */ { step }) => step < steps);
  }
  return `${JSON.stringify(scene, null, 2)}\n`;
}
