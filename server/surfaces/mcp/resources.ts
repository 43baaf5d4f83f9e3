/** What a client may read without calling a tool: each is the answer of one. */
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { limits } from '#rules/limits.ts'
import { Problem } from '#rules/problem.ts'
import { type Ask, refused } from './asking.ts'

const mimeType = 'application/json'

/** What is scheduled; where the list is cut, what is far away is left out. */
export const scheduled = { status: 'scheduled', sort: 'scheduled_at', order: 'asc' } as const

interface Readable {
  resource: Resource
  read(ask: Ask): Promise<unknown>
}

const readable: readonly Readable[] = [
  {
    resource: {
      uri: 'crier://accounts',
      name: 'accounts',
      title: 'Connected accounts',
      description: 'The connected social accounts, with ids and health.',
      mimeType,
    },
    read: (ask) => ask('get_accounts'),
  },
  {
    resource: {
      uri: 'crier://capabilities',
      name: 'capabilities',
      title: 'Limits and platform rules',
      description: 'Plan, limits, and what each platform takes.',
      mimeType,
    },
    read: (ask) => ask('get_capabilities'),
  },
  {
    resource: {
      uri: 'crier://queue',
      name: 'queue',
      title: 'Open slots',
      description: 'The next open slots of the posting schedule.',
      mimeType,
    },
    read: (ask) => ask('get_queue_slots'),
  },
  {
    resource: {
      uri: 'crier://posts/upcoming',
      name: 'upcoming posts',
      title: 'Upcoming posts',
      description: 'What is scheduled, soonest first.',
      mimeType,
    },
    read: (ask) => ask('list_posts', { ...scheduled, per_page: limits.per_page_max }),
  },
]

export const resources = readable.map(({ resource }) => resource)

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'crier://posts/{id}',
    name: 'post',
    title: 'A post',
    description: 'One post with its outcome per account.',
    mimeType,
  },
  {
    uriTemplate: 'crier://media/{id}',
    name: 'media item',
    title: 'A media item',
    description: 'One item of the media library.',
    mimeType,
  },
]

export async function readResource(uri: string, ask: Ask): Promise<ReadResourceResult> {
  try {
    const text = JSON.stringify(await contentOf(uri, ask))
    return { contents: [{ uri, mimeType, text }] }
  } catch (error) {
    const gone = error instanceof Problem && /^(post|media)_not_found$/.test(error.code)
    throw gone ? new ResourceNotFoundError(uri, error.message) : refused(error)
  }
}

async function contentOf(uri: string, ask: Ask) {
  const fixed = readable.find(({ resource }) => resource.uri === uri)
  if (fixed) return fixed.read(ask)
  const [, kind, id] = /^crier:\/\/(posts|media)\/([1-9]\d{0,14})$/.exec(uri) ?? []
  if (!kind) throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`)
  return ask(kind === 'posts' ? 'get_post' : 'get_media', { id: Number(id) })
}
