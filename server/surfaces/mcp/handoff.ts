/** When only a person can go on, at an address of ours: clients that can open one are asked to. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Problem } from '#rules/problem.ts'
import type { Exchange } from './endpoint.ts'

/** `url` is where a person does what only a person may. */
const places = ['connect_url', 'reconnect_url', 'upgrade_url', 'settings_url', 'url'] as const
const OpensUrls = z.looseObject({ elicitation: z.looseObject({ url: z.looseObject({}) }) })

/**
 * Undefined: answer the plain refusal, which has the address in it. So for clients that did not say that they open addresses,
 * for those of the older protocol (a server without sessions can not ask them), and for whoever comes back as refused as before.
 */
export function handOff(
  problem: Problem | undefined,
  era: Exchange['era'],
  { envelope, inputResponses }: ServerContext['mcpReq'],
): InputRequiredResult | undefined {
  if (!problem || era !== 'modern' || inputResponses !== undefined) return undefined
  const capabilities = Bag.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY]
  if (!OpensUrls.safeParse(capabilities).success) return undefined
  const url = places.map((place) => problem.recovery[place]).find((each) => each !== undefined)
  if (typeof url !== 'string') return undefined
  const asked = inputRequired.elicitUrl({ message: problem.message, url })
  return inputRequired({ inputRequests: { [problem.code]: asked } })
}

const Bag = z.record(z.string(), z.unknown())
