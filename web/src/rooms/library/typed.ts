/** What is said of a file, while somebody types it: it stays until it is saved, whatever is changed or opened meanwhile. */
import type { WholeItem } from '../../api/media.ts'

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

/** While the page lives: closing a file throws no word away. */
const unsaved = new Map<number, Typed>()

export function typedOf(item: WholeItem): Typed {
  return withChange(unsaved.get(item.id) ?? { said: saidOf(item), over: item }, item)
}

export function keep({ said, over }: Typed) {
  if (isChanged(said, over)) unsaved.set(over.id, { said, over })
  else unsaved.delete(over.id)
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
