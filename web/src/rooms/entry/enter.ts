import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { isSomebodys, loadAnew } from '../../api/person.ts'
import { forget } from '../../api/session.ts'

/** Goes on to where somebody wanted to, as somebody new. */
export function useEnter() {
  const queries = useQueryClient()
  const router = useRouter()
  return async (return_to: string | undefined): Promise<void> => {
    forget(queries)
    const place = placeOf(return_to)
    // The service writes these pages itself; and after somebody else, or the same person once more, nothing of before lives on.
    if (place.startsWith('/answers/') || isSomebodys()) return loadAnew(place)
    await router.invalidate()
    router.history.push(place)
  }
}

/** A room of ours and nothing else: the address may come from anybody's link. */
export function placeOf(return_to: string | undefined): string {
  const { origin } = window.location
  const at = return_to?.startsWith('/') ? URL.parse(return_to, origin) : null
  return at?.origin === origin ? `${at.pathname}${at.search}` : '/'
}
