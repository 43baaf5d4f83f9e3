/** Addresses that take the bytes of one upload session, and need no other credential. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

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

export function uploadLinks(secretKey: string): UploadLinks {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'crier', 'upload links', 32))
  const sign = ({ workspace_id, id }: SessionOfUpload) =>
    createHmac('sha256', key).update(`${workspace_id}\n${id}`).digest()
  return {
    sign(upload) {
      return `${upload.workspace_id}.${upload.id}.${sign(upload).toString('base64url')}`
    },

    read(ticket) {
      const [, workspace = '', id = '', signature = ''] = form.exec(ticket) ?? []
      const upload = { workspace_id: Number(workspace), id }
      const given = Buffer.from(signature, 'base64url')
      const right = sign(upload)
      const same = given.length === right.length && timingSafeEqual(given, right)
      return same ? upload : undefined
    },
  }
}

const form = /^([1-9]\d{0,14})\.([0-9a-f-]{36})\.([\w-]{43})$/
