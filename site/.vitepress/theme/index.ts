/** VitePress's own, with the letters of the reader's system and colours that everybody can read. */
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
