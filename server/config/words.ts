/** What every part of the configuration is made of. */

/** A value that never shows itself in a log, an error or JSON. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal() {
    return this.#value
  }
  toString() {
    return '***'
  }
  toJSON() {
    return '***'
  }
}

/** Stops with one sentence per wrong value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
