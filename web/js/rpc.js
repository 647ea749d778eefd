import { PlainError, packError } from './errors.js';

// Requests, replies and events over anything that posts messages: a Worker, a worker's own global scope, or a
// MessagePort. Both ends are peers; either may serve and call.

/**
 * @typedef {object} Channel
 * @property {(message: any, transfer: Transferable[]) => void} postMessage
 * @property {(type: 'message', listener: (event: any) => void) => void} addEventListener
 * @property {(type: 'message', listener: (event: any) => void) => void} removeEventListener
 * @property {() => void} [start]
 * @property {() => void} [close]
 *
 * @typedef {object} Peer
 * @property {(type: string, payload?: any, transfer?: Transferable[]) => Promise<any>} call
 * @property {(type: string, payload?: any) => void} emit
 * @property {() => void} destroy pending calls are forgotten, never settled
 */

/** A handler's result whose buffers move instead of being copied. */
export class Reply {
  /**
   * @param {any} value
   * @param {Transferable[]} transfer
   */
  constructor(value, transfer) {
    this.value = value;
    this.transfer = transfer;
  }
}

/**
 * @param {Channel} channel
 * @param {object} [options]
 * @param {Record<string, (payload: any) => any>} [options.handlers] what the other end may ask for
 * @param {(type: string, payload: any) => void} [options.onEvent]
 * @returns {Peer}
 */
export function createPeer(channel, { handlers = {}, onEvent = () => {} } = {}) {
  let lastId = 0;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  const pending = new Map();

  /** @param {{id: number, type: string, payload: any}} request */
  async function answer({ id, type, payload }) {
    try {
      if (!Object.hasOwn(handlers, type)) throw new Error(`nobody answers "${type}"`);
      const result = await handlers[type](payload);
      const { value, transfer } = result instanceof Reply ? result : { value: result, transfer: [] };
      channel.postMessage({ kind: 'reply', id, value }, transfer);
    } catch (error) {
      channel.postMessage({ kind: 'reply', id, error: packError(error) }, []);
    }
  }

  /** @param {MessageEvent} event */
  function receive({ data }) {
    if (data.kind === 'request') answer(data);
    else if (data.kind === 'event') onEvent(data.type, data.payload);
    else if (data.kind === 'reply') {
      const call = pending.get(data.id);
      pending.delete(data.id);
      if (data.error) call?.reject(new PlainError(data.error.code, data.error.values));
      else call?.resolve(data.value);
    }
  }

  channel.addEventListener('message', receive);
  channel.start?.();

  return {
    call(type, payload, transfer = []) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        channel.postMessage({ kind: 'request', id, type, payload }, transfer);
      });
    },
    emit(type, payload) {
      channel.postMessage({ kind: 'event', type, payload }, []);
    },
    destroy() {
      channel.removeEventListener('message', receive);
      channel.close?.();
      pending.clear();
    },
  };
}
