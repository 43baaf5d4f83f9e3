/** What an operation may touch. A surface builds one per request; it carries the workspace into every query. */
import type { Manifest } from '#platforms/platform.ts'
import type { Plan } from '#rules/limits.ts'
import { type Post, present, type StoredPost } from '#rules/post.ts'
import type { Scope } from '#store/schema.ts'
import type { Seal } from '#store/seal.ts'

export interface Caller {
  workspace_id: number
  /** Who exactly: 'key:7'. Kept on what it creates, and never shown to others. */
  credential: string
  abilities: readonly string[]
  via: 'rest' | 'mcp'
}

/** What stays the same over all requests of a process. */
export interface Environment {
  now(): Date
  seal: Seal
  base_url: string
  manifests: Record<string, Manifest>
  plans: Record<string, Plan>
  /** Signed addresses where a person connects accounts of this workspace, or one account again. */
  connect_url(workspace_id: number, account?: { platform: string; sandbox: boolean }): string
  upgrade_url: string
  /** Resolves when a delivery of the post has settled, or after `ms`, or when the caller is gone. */
  settled(post_id: number, ms: number, signal: AbortSignal): Promise<void>
}

export interface Context extends Scope {
  readonly caller: Caller
  readonly environment: Environment
  /** The time of the request. */
  readonly now: Date
  /** The caller went away. */
  readonly signal: AbortSignal
}

/** The post as this caller sees it. */
export function shown(
  { environment }: Context,
  post: StoredPost,
  warnings: readonly string[] = [],
): Post {
  const media = post.media.map((item) => ({
    ...item,
    cdn_url: environment.base_url + item.cdn_url,
  }))
  return present({ ...post, media }, warnings)
}
