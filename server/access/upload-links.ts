/** Addresses that take the bytes of one upload session, and need no other credential. */
import type { Keyring } from '#rules/keyring.ts'
import { signer } from './signing.ts'

export interface SessionOfUpload {
  workspace_id: number
  id: string
}

export interface UploadLinks {
  /** The last part of the address. */
  sign(upload: SessionOfUpload): string
  /** The session, or undefined when it is forged. Whether it still runs is the store's to say. */
  read(ticket: string): SessionOfUpload | undefined
}

export function uploadLinks(keys: Keyring | string): UploadLinks {
  const { sign, holds } = signer(keys, 'upload links')
  const textOf = ({ workspace_id, id }: SessionOfUpload) => `${workspace_id}\n${id}`
  return {
    sign(upload) {
      return `${upload.workspace_id}.${upload.id}.${sign(textOf(upload))}`
    },

    read(ticket) {
      const [, workspace = '', id = '', signature = ''] = form.exec(ticket) ?? []
      const upload = { workspace_id: Number(workspace), id }
      return holds(textOf(upload), signature) ? upload : undefined
    },
  }
}

const form = /^([1-9]\d{0,14})\.([0-9a-f-]{36})\.([\w-]{43})$/
