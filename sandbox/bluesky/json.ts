import { z } from 'zod'

export const json = z.json()
export type Json = z.infer<typeof json>

export const jsonObject = z.record(z.string(), json)
export type JsonObject = z.infer<typeof jsonObject>
