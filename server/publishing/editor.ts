/** Changes what is out as somebody wants it. */
import { editing, type ErrandWork } from '#store/errands.ts'
import { type EditEnd, endEdit } from '#store/edits.ts'
import type { Acting } from './dependencies.ts'
import { carryEdit } from './edit.ts'
import { carryOut, type Errand, type ErrandOptions, type Held, startErrands } from './errands.ts'

const edit: Errand<EditEnd> = { kind: editing, name: 'edit', carry: carryEdit, end: endEdit }

export function startEditor(options: ErrandOptions): AsyncDisposable {
  return startErrands(edit, options)
}

export async function editOne(work: ErrandWork, deps: Acting, hold: Held): Promise<void> {
  return carryOut(edit, work, deps, hold)
}
