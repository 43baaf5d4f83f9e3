/** Where webhooks may go besides the public, out of the environment. */
import { z } from 'zod'

const hostAndPort = /^[^\s/@:]+:\d{1,5}$|^\[[0-9a-f:.]+\]:\d{1,5}$/i

export const webhookSettings = {
  WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (hosts) => hosts.every((host) => hostAndPort.test(host)),
      'Give hosts with their ports, separated by commas: nas.lan:8080, 192.168.1.5:443.',
    )
    .optional()
    .describe(
      'Private hosts with their ports (`nas.lan:8080, 192.168.1.5:443`) that webhooks may go to, over http too. Everything else has to be public, https and on port 443.',
    ),
}
