/**
 * A failure with a line for people: `code` names an entry of strings.js, `values` fill its gaps. It keeps both
 * when it crosses between threads, so that only the page's thread needs the texts.
 */
export class PlainError extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string | number>} [values]
   */
  constructor(code, values = {}) {
    super(code === 'core' ? String(values.message) : code);
    this.name = 'PlainError';
    this.code = code;
    this.values = values;
  }
}

/** Whether it only says that somebody stopped it. @param {unknown} error */
export const isStopped = (error) => error instanceof PlainError && error.code === 'stopped';

/**
 * @param {unknown} error
 * @returns {{code: string, values: Record<string, string | number>}} what a message can carry
 */
export function packError(error) {
  if (error instanceof PlainError) return { code: error.code, values: error.values };
  return { code: 'unexpected', values: { message: error instanceof Error ? error.message : String(error) } };
}
