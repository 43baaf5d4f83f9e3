import { z } from 'zod'
import { TypeFilter } from '#rules/event.ts'
import { limits } from '#rules/limits.ts'

/** Kinds and groups, as a list or with commas between them. */
export const types = z.preprocess((value) => {
  const given = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof given === 'string' ? given.split(',') : value
}, z.array(TypeFilter).min(1, 'Name a kind, or leave it out.').max(limits.event_types))
