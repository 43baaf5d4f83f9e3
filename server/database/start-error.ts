/** Why the service cannot start, as a sentence that tells its operator what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
