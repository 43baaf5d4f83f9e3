/** Whoever did something, as people call them. */
import type { ListActivityAnswer } from '@crier/sdk'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'

export function whoOf({ kind, id, name }: ListActivityAnswer['data'][number]['actor']) {
  if (kind === 'crier') return 'Crier'
  if (kind === 'key') return name === null ? words.activity.aKey : words.activity.keyNamed(name)
  if (kind === 'app') return name === null ? words.activity.anApp : words.activity.appNamed(name)
  // Who is told the number and no name hears of somebody who left, or whose account is deleted.
  return name ?? (id === null ? common.thing.somebody : words.activity.formerMember)
}
