import { useEffect, useRef } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import type { File } from '../../writing/composition.ts'

/** What a picture shows is kept with the picture, as soon as the service has it. */
export function useAltTexts(files: readonly File[]) {
  const { crier } = useHere()
  const say = useSay()
  const told = useRef(new Map<number, string>())
  useEffect(() => {
    for (const { id, key, alt_text } of files) {
      if (id === undefined) continue
      // Of a post that was opened, what stands there is known already.
      const known = told.current.get(id) ?? (key.startsWith(`media-${id}`) ? alt_text : '')
      told.current.set(id, alt_text)
      if (known === alt_text) continue
      crier.updateMedia({ id, alt_text: alt_text || null }).catch((error: unknown) => {
        told.current.set(id, known)
        say(sentenceOf(error), failed)
      })
    }
  }, [files, crier, say])
}
