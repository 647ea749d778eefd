import { scenes } from '../scenes.js';
import { tOr } from '../strings.js';

// What scenes are called and how they are described. The files of the page's own scenes say it in English, and so does
// every scene that was made from one; the other languages have it among their texts.

/** @param {{title: string, own?: object}} scene a person's own keeps the name it was given */
export function titleOf({ title, own }) {
  const known = own ? undefined : scenes.find((scene) => scene.title === title);
  return known ? tOr(`scene.${known.name}`, title) : title;
}

/** @param {{description: string}} scene */
export function descriptionOf({ description }) {
  const known = scenes.find((scene) => scene.description === description);
  return known ? tOr(`sceneText.${known.name}`, description) : description;
}
