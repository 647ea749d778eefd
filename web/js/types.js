// Shapes that several modules share. Nothing here runs.

/**
 * A look to choose by name: values to lay over the scene's, as the C core lists it.
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} title
 * @property {Record<string, string>} look
 *
 * An entry of a parameter table, as the C core describes it.
 * @typedef {object} Parameter
 * @property {string} name
 * @property {'real' | 'whole' | 'choice'} type
 * @property {string | number} default a choice by its name
 * @property {number} min
 * @property {number} max
 * @property {string} choices names, separated by |
 * @property {string} unit
 * @property {string} group
 * @property {string} help
 *
 * One value of a scene: section, name, text. Section "events" has a parameter's name, and the step, a blank and the
 * value as text.
 * @typedef {[string, string, string]} SceneEntry
 *
 * What the renderer must know of the world beyond its frames; lengths in world units.
 * @typedef {object} Stage
 * @property {number} world_width
 * @property {number} world_height
 * @property {boolean} wraps
 * @property {number} min_speed
 * @property {number} max_speed
 *
 * @typedef {object} Camera
 * @property {'contain' | 'cover'} fit
 * @property {number} zoom 1 = fitted
 * @property {number} centerX world units from the world's centre
 * @property {number} centerY
 * @property {boolean} follows the flock's centre takes the place of the world's
 *
 * What a live flock is computed on.
 * @typedef {object} Solver
 * @property {number} threads
 * @property {string} simd instruction set, as the parameter simd spells it
 *
 * How far a recording is known while it is not known to its end.
 * @typedef {object} Loading
 * @property {'download' | 'index'} kind `index`: a file whose frames are being looked for
 * @property {number} bytes done so far
 * @property {number | null} total null: not known yet
 *
 * Where frames come from, live or recorded: the player's one view of both.
 * @typedef {object} Source
 * @property {'live' | 'recording'} kind
 * @property {number} dt simulated seconds between frames
 * @property {number} first the oldest frame that can still be read
 * @property {number} count frames known so far
 * @property {boolean} ended whether `count` is final
 * @property {unknown} error why no more frames come, or null
 * @property {Loading | null} [loading] of a recording; null: it is known to its end
 * @property {import('./player/record-index.js').Problem | null} [problem] why a recording ends before its time
 * @property {number} [heldBytes] of a live flock's frames that are kept
 * @property {number} [stepMs] a live flock's simulation step's time, on average of late
 * @property {Solver | null} [solver] a live flock's, once it has stepped
 * @property {(speed: number) => void} [expectSpeed] of playing; a faster live flock is computed further ahead
 * @property {(wanted: boolean) => void} [answerSoon] compute no further ahead than must be: somebody plays with it
 * @property {(index: number) => Uint8Array | null} peek a record if it is here already
 * @property {(index: number) => Uint8Array | null} take a record if it is here already; fetches ahead
 * @property {(index: number) => Promise<Uint8Array>} read a record, waited for
 * @property {() => void} destroy
 *
 * What the player tells the page, several times a second.
 * @typedef {object} Status
 * @property {'none' | 'live' | 'recording'} mode
 * @property {boolean} playing
 * @property {number} frame the whole frame last reached; -1 before the first
 * @property {number} first the oldest frame that can be shown
 * @property {number} frames of a recording, or of the live flock so far
 * @property {Loading | null} loading of a recording that is not known to its end yet
 * @property {import('./player/record-index.js').Problem | null} problem why a recording ends before its time
 * @property {number} behind frames between this one and the newest shown of a live flock; 0 = live
 * @property {number} agents in that frame
 * @property {string} frameHash its state hash
 * @property {number} badAgents of that frame, not drawn
 * @property {number} dt
 * @property {number} seconds simulated time of that frame
 * @property {number | null} fps pictures a second; null: too early to tell
 * @property {number} speed asked for; 1 = as the flock flies
 * @property {number | null} pace simulated time against the clock: `speed` when it keeps up; null: too early to tell
 * @property {'none' | 'simulation' | 'drawing' | 'reading'} limit what holds it up
 * @property {number} stepMs a simulation step's time, on average of late
 * @property {Solver | null} solver null unless the flock is live
 * @property {string} renderer
 * @property {number} width of the picture, pixels
 * @property {number} height
 * @property {Camera} camera
 * @property {number} scale internal resolution, share of the canvas's own
 */

export {};
