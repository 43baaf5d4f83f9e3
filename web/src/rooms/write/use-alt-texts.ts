import { useEffect } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { keepAltTexts } from '../../writing/alt-texts.ts'
import type { File } from '../../writing/composition.ts'
import type { Store } from '../../writing/store.ts'

export function useAltTexts(store: Store, files: readonly File[]) {
  const { crier } = useHere()
  const say = useSay()
  useEffect(() => {
    if (store.owned())
      keepAltTexts(store, crier).catch((error: unknown) => say(sentenceOf(error), failed))
  }, [store, files, crier, say])
}
