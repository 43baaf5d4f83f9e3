/** Where and when a call is made: clients do not tell their models, and people say "tomorrow at nine". */
import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { clockIn } from '#rules/clock.ts'

export interface Here {
  /** Of the workspace. */
  timezone: string
  now: Date
}

export function hereSaid({ timezone, now }: Here) {
  return `In ${timezone} it is ${clockIn(timezone, now)}; get_accounts tells the time anew.`
}

/** Says the zone, and what day it is there, beside every field that names one. The day only: lists are kept for a while. */
export function toldWhere(tool: Tool, { timezone, now }: Here): Tool {
  const { data } = Zoned.safeParse(tool.inputSchema.properties)
  if (!data) return tool
  const [weekday, day] = clockIn(timezone, now).split(' ')
  const description = `${data.timezone.description} Here: ${timezone}, today ${weekday} ${day}.`
  const properties = { ...tool.inputSchema.properties, timezone: { ...data.timezone, description } }
  return { ...tool, inputSchema: { ...tool.inputSchema, properties } }
}

const Zoned = z.looseObject({ timezone: z.looseObject({ description: z.string() }) })
