/** What is said of a file, while somebody types it: it stays until it is saved, whatever is changed or opened meanwhile. */
import type { WholeItem } from '../../api/media.ts'
import { forgetTyped, keepTyped, typedBefore } from '../../ui/typed.ts'

export interface Said {
  alt: string
  folder: string
  tags: readonly string[]
}

export interface Typed {
  said: Said
  /** The file over which it is saved, as that was when it was typed. */
  over: WholeItem
}

/** Closing a file throws no word away. */
const nameOf = ({ id }: WholeItem) => `file.${id}`

export function typedOf(item: WholeItem): Typed {
  // Kept below, by this page or the one before it.
  const before = typedBefore(nameOf(item))?.choice as Typed | undefined
  return withChange(before ?? { said: saidOf(item), over: item }, item)
}

export function keep({ said, over }: Typed) {
  if (isChanged(said, over))
    keepTyped(nameOf(over), { values: {}, base: '', choice: { said, over } })
  else forgetTyped(nameOf(over))
}

export function saidOf({ alt_text, folder, tags }: WholeItem): Said {
  return { alt: alt_text ?? '', folder: folder ?? '', tags }
}

export function isChanged(said: Said, item: WholeItem) {
  return JSON.stringify(said) !== JSON.stringify(saidOf(item))
}

/** What nobody typed is as somebody else left it. Where both said the same anew, it is saved over what was seen: and refused. */
export function withChange({ said, over }: Typed, item: WholeItem): Typed {
  const [was, is] = [saidOf(over), saidOf(item)]
  const typed = (name: keyof Said) => !alike(said[name], was[name])
  const clash = (name: keyof Said) =>
    typed(name) && !alike(is[name], was[name]) && !alike(is[name], said[name])
  if ((['alt', 'folder', 'tags'] as const).some(clash)) return { said, over }
  return {
    said: {
      alt: typed('alt') ? said.alt : is.alt,
      folder: typed('folder') ? said.folder : is.folder,
      tags: typed('tags') ? said.tags : is.tags,
    },
    over: item,
  }
}

function alike(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}
