/** Shows of a node what was asked for. */
import { selector } from '../kit/graph-fields.ts'
import { documented } from './documented.ts'

export const select = selector(documented)
