"""The style of the report's page: bone and petrol, as at the table; only cards have colours, and here are none."""

from __future__ import annotations

from typing import Final

STYLE: Final = """\
:root{
  color-scheme:light dark;
  --ground:#efe6d4; --surface:#fbf7ee; --line:#0b171b2e; --text:#0b171b; --text-2:#3a494e;
  --ui:"Figtree Variable",Figtree,system-ui,sans-serif;
  --display:"Bricolage Grotesque Variable","Bricolage Grotesque",var(--ui);
  --mono:ui-monospace,"SF Mono",Menlo,Consolas,monospace;
}
@media (prefers-color-scheme:dark){
  :root{--ground:#0d2429; --surface:#142e34; --line:#f8f2e633; --text:#f8f2e6; --text-2:#b4c4c3}
}
*{box-sizing:border-box}
body{margin:0; background:var(--ground); color:var(--text); font:1.0625rem/1.5 var(--ui); overflow-wrap:anywhere}
main{max-width:62rem; margin:0 auto; padding:24px 16px 48px}
header{display:flex; gap:24px; align-items:flex-start; padding:16px 0 24px}
header>div:last-child{flex:1; min-width:0}
.seal{flex:none; width:132px}
.seal svg{display:block; width:100%}
.file{margin:0; color:var(--text-2); font-size:.9375rem}
h1,h2,h3{font-family:var(--display); line-height:1.1; margin:0}
h1{font-size:3rem; letter-spacing:-.01em}
h2{font-size:1.625rem; margin-bottom:12px}
h3{font-size:1.25rem; margin:24px 0 8px}
h3 small{font-family:var(--ui); font-weight:400; display:inline-block}
.verdict{font-size:1.25rem; margin:8px 0}
section{background:var(--surface); border:1px solid var(--line); border-radius:14px; padding:24px; margin-top:16px}
p{margin:0 0 12px}
small{font-size:.8125rem; color:var(--text-2)}
code{font-family:var(--mono); font-size:.875em}
dl{margin:0; display:grid; gap:2px}
dl div{display:flex; gap:12px}
dt{flex:none; width:6rem; color:var(--text-2)}
dd{margin:0; min-width:0}
table{width:100%; border-collapse:collapse}
th,td{text-align:left; vertical-align:top; padding:8px 12px 8px 0; border-top:1px solid var(--line)}
thead th{border-top:0; font-size:.8125rem; font-weight:600; color:var(--text-2)}
ul,ol{margin:0 0 8px; padding-left:1.5rem}
li{margin:4px 0}
summary{cursor:pointer; padding:12px 0; font-weight:600}
.moves{padding-left:3rem; font-variant-numeric:tabular-nums}
.moves li{margin:2px 0; padding-left:3.5rem; text-indent:-3.5rem}
.moves li::marker,time{color:var(--text-2); font-size:.875rem}
time{display:inline-block; min-width:3.25rem; text-indent:0}
@media (max-width:640px){
  header{flex-direction:column; gap:12px}
  .seal{width:88px}
  h1{font-size:2.125rem}
  section{padding:16px}
  thead{display:none}
  tr{display:block; padding:8px 0; border-top:1px solid var(--line)}
  td{display:flex; gap:12px; padding:2px 0; border:0}
  td>div{min-width:0}
  td::before{content:attr(data-head); flex:none; width:6.5rem; color:var(--text-2); font-size:.8125rem}
  dl div{display:block}
  .moves{padding-left:2.25rem}
  .moves li{padding-left:2.75rem; text-indent:-2.75rem}
  time{min-width:2.5rem}
}
@media print{
  :root{--ground:#fff; --surface:#fff; --line:#0003; --text:#000; --text-2:#333}
  main{max-width:none; padding:0}
  body{font-size:10pt}
  section{border:0; padding:0; margin-top:16pt}
  h2,h3,tr{break-after:avoid}
  tr,li{break-inside:avoid}
}
"""
