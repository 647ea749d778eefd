/** The line that makes a film of a scene in 4K. @param {string} name */
export const filmLine = (name) =>
  `boidforge-cli simulate --scene ${name} \\\n` +
  `  --steps 600 -o - |\n` +
  `boidforge-cli export - --scene ${name} \\\n` +
  `  --size 4k -o ${name}.mp4`;
