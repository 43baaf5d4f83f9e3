/** One sheet for both pages: a column that fits 360 px, in the colours the viewer's system asks for. */
export const style = `
:root{color-scheme:light dark;--back:light-dark(#f5f5f2,#14161a);--card:light-dark(#fff,#1e2127);--ink:light-dark(#1c1d20,#e9e9ea);
--soft:light-dark(#5b5f67,#a4a9b3);--line:light-dark(#dcdcd6,#343943);--link:light-dark(#0b5cad,#8ec2ff);--warn:light-dark(#8f3d00,#ffb377);--tint:light-dark(#fff3e6,#33261a)}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:40rem;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
h1{font-size:1.6rem;line-height:1.2;margin:0}h2{font-size:1rem;margin:0}main:focus{outline:none}main{overflow-anchor:none}
header>div:first-child{display:flex;flex-wrap:wrap;align-items:baseline;gap:.4rem 1rem}header label{margin-inline-start:auto;color:var(--soft);font-size:.875rem}
header p{margin:.5rem 0;color:var(--soft)}nav{display:flex;flex-wrap:wrap;gap:.25rem;margin:.75rem 0}
nav a{padding:.25rem .75rem;border:1px solid var(--line);border-radius:99px;text-decoration:none}nav a[aria-current]{background:var(--ink);color:var(--back);border-color:var(--ink)}
.faults{background:var(--tint);border:1px solid var(--warn);border-radius:.6rem;padding:.6rem .9rem;margin:.75rem 0}.faults ul{margin:.25rem 0 0;padding-inline-start:1.2rem}
.armed,.lack{color:var(--warn)}.soft{color:var(--soft);font-size:.875rem}.empty{color:var(--soft);text-align:center;padding:2rem 1rem}
.talk{background:var(--card);border:1px solid var(--line);border-radius:.9rem;margin:0 0 1rem;padding:.9rem 1rem}
.who{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .5rem}.when{margin-inline-start:auto}
.avatar{flex:none;width:2.25rem;height:2.25rem;border-radius:50%;display:grid;place-items:center;color:#fff;font-weight:600}
.a0{background:#9b2f5d}.a1{background:#2b5fa8}.a2{background:#2c6e49}.a3{background:#7a4b9e}.a4{background:#8a4b14}.a5{background:#20697a}
.text{white-space:pre-wrap;margin:.6rem 0;font-size:1.0625rem}
.media{display:grid;gap:.6rem;margin:.6rem 0}.n2{grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr))}
figure{margin:0;min-width:0}figcaption{font-size:.875rem;margin-top:.25rem}figcaption b{font-size:.6875rem;border:1px solid;border-radius:4px;padding:0 .3rem;letter-spacing:.04em}
.frame{display:grid;place-items:center;width:100%;aspect-ratio:16/10;background:var(--back);border:1px solid var(--line);border-radius:.6rem;overflow:hidden}
.frame img{width:100%;height:100%;min-height:0;object-fit:contain}
.replies{list-style:none;margin:.75rem 0 0;padding:0 0 0 .9rem;border-inline-start:3px solid var(--line)}.replies li+li{margin-top:.9rem}
details{font-size:.875rem;color:var(--soft)}summary{cursor:pointer;padding:.2rem 0}pre{overflow:auto;margin:.3rem 0;padding:.6rem;background:var(--back);border-radius:.4rem;max-height:16rem}
.platforms{list-style:none;margin:1rem 0;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr))}
.platform{display:grid;gap:.15rem;height:100%;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:.9rem;text-decoration:none;color:inherit}
.platform strong{font-size:1.125rem;color:var(--link)}.platform span{color:var(--soft)}.platform .armed{color:var(--warn)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-inline-start:-99rem}.skip:focus{position:static}
`
