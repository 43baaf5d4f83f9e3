/** Long work in pieces: whoever does it may let others in between two of them. Pure. */
export type Work<Done> = Generator<undefined, Done, undefined>

/** All of it at once. */
export function finish<Done>(work: Work<Done>): Done {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
