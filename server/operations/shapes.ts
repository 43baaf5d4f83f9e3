/** What several operations answer, by name: OpenAPI and the SDK refer to these, the docs give each a section. */
import type { z } from 'zod'
import { AttachedMedia, Media } from '#rules/media.ts'
import { PerAccount, Pivot, Post, SocialAccount } from '#rules/post.ts'
import { UploadSession } from '#rules/upload.ts'
import { ApiKey } from './keys/list-api-keys.ts'

export interface Shape {
  schema: z.ZodType
  /** As a type. */
  type: string
  /** In prose. */
  title: string
}

export const shapes: readonly Shape[] = [
  { schema: Post, type: 'Post', title: 'Post' },
  { schema: SocialAccount, type: 'SocialAccount', title: 'Social account' },
  { schema: Pivot, type: 'DeliveryRecord', title: 'Delivery record' },
  { schema: PerAccount, type: 'PerAccount', title: 'Per account' },
  { schema: Media, type: 'Media', title: 'Media' },
  { schema: AttachedMedia, type: 'AttachedMedia', title: 'Attached media' },
  { schema: UploadSession, type: 'UploadSession', title: 'Upload session' },
  { schema: ApiKey, type: 'ApiKey', title: 'API key' },
]
