import { z } from 'zod'

/** The part of JSON Schema that our schemas come out as. */
export const Schema = z.looseObject({
  $ref: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional()
  },
})
export type Schema = z.infer<typeof Schema>
