/** Clocks of zones: the browser's own where it has them, else those that come behind the room. */
import type { Temporal as Clocks } from 'temporal-polyfill'

const own: typeof Clocks | undefined = Reflect.get(globalThis, 'Temporal')

export const Temporal = own ?? (await import('temporal-polyfill')).Temporal
