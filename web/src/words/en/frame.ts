/** Around the rooms, and only when something is not as it should be or somebody reads. */
import type { Value } from '../format.ts'

export const words = {
  asOf: (time: Value) => `What you see is as of ${time}: it could not be read anew.`,
  fresh: (count: Value) => `${count} new`,
  request: 'For whoever runs this Crier: request',
  copy: 'Copy the number of the request',
  copied: 'The number of the request is copied',
}
