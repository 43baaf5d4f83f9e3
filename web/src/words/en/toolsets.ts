/** English: what lists of tools let an app do. The service says it, since whoever adds a tool says there what it does. */

export const words = {
  said: (sentence: string) => sentence,
}
