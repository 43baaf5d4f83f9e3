import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` of the service answers; the Origin is made its own, since it refuses writes from other sites. */
const service = 'http://127.0.0.1:3000'
const passed = { target: service, headers: { origin: service } }

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Nothing may stand inline: the service's content security policy refuses it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/console': passed, '/api': passed, '/connect/': passed, '/oauth': passed },
  },
})
