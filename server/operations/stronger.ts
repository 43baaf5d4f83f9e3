/** Keys that manage keys: each manages those that can do no more than itself. */
import { Problem } from '#rules/problem.ts'

/** Else a weak key could let a strong one loose that somebody had stopped, or stop what runs on it. */
export function requireNoStronger(
  key: { abilities: readonly string[] },
  caller: { abilities: readonly string[] },
) {
  const beyond = key.abilities.filter((each) => !caller.abilities.includes(each))
  if (!beyond.length || caller.abilities.includes('*')) return
  throw new Problem('forbidden', `Use a key that has ${beyond.join(', ')} as well.`, {
    abilities: beyond,
  })
}
