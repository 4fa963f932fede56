// SPDX-License-Identifier: Apache-2.0
import Imprint

/// The page's style sheet: desktop, phone, dark mode, print.
enum ReportStyle {
  static let css: HTML = """
    :root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--track:#f1f4f7;--match:#2e9d57;
    --other:#b4793a;--paper:#fff;--hatch:#d5dae0}
    @media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#9aa4ae;--line:#39424c;--track:#232a31;--match:#3fae69;
    --other:#c28a4c;--paper:#15191d;--hatch:#39424c}}
    *{box-sizing:border-box}
    body{font:16px/1.5 system-ui,sans-serif;max-width:1120px;margin:0 auto;padding:1.5em 1em 3em;color:var(--ink);
    background:var(--paper);overflow-wrap:break-word}
    h1{font-size:1.6em;line-height:1.2;margin:0 0 .4em}h2{font-size:1.2em;margin:2em 0 .4em}
    h3{font-size:1em;margin:1.2em 0 .3em}h3 em{font-style:normal;font-weight:400;color:var(--soft)}h3 em::before{content:"— "}
    p{max-width:46em;margin:.4em 0 1em}.note,small{color:var(--soft);font-size:.85em}
    code{background:var(--track);padding:.1em .35em;border-radius:4px;font-size:.9em}
    .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:16px}
    figure{margin:0}figure svg{width:100%;height:auto;border-radius:8px;display:block}
    figcaption{font-size:.85em;margin-top:.5em}
    .row{display:grid;grid-template-columns:11em 1fr 5.5em;gap:0 12px;align-items:center;padding:3px 0}
    .row>div:first-child small{display:inline-block;margin-right:.4em}
    .row>div:first-child b+small{display:block}
    .bar{position:relative;height:30px;background:var(--track);border-radius:4px;overflow:hidden;
    background-image:repeating-linear-gradient(90deg,var(--line) 0 1px,transparent 1px calc(100%/6.5))}
    .bar span{position:absolute;left:0;top:5px;bottom:5px;border-radius:0 3px 3px 0}
    .bar .match{background:var(--match)}.bar .other{background:var(--other)}
    .bar i{position:absolute;top:0;bottom:0}.bar .threshold{border-left:2px dashed var(--ink)}
    .bar .beyond{right:0;background:repeating-linear-gradient(135deg,transparent 0 5px,var(--hatch) 5px 6px)}
    .bar b{position:absolute;left:6px;top:3px;font-size:.85em;background:var(--paper);padding:0 .35em;border-radius:3px;
    line-height:24px}
    .axis{position:relative;height:3em;font-size:.8em}.mark{position:absolute;transform:translateX(-50%);text-align:center}
    .mark b{display:block;font-weight:600}.mark small{font-size:.85em;white-space:nowrap}
    .mark:first-child{transform:none;text-align:left}
    .minor small{display:none}.verdict{font-size:.9em}
    table{border-collapse:collapse;width:100%;max-width:60em}
    th,td{text-align:left;padding:.4em .8em .4em 0;border-bottom:1px solid var(--line);vertical-align:top}
    th{font-weight:600}th small,td small{display:block;font-weight:400}
    li{margin:.3em 0}
    @media (max-width:640px){
    .row{grid-template-columns:1fr auto}.row .bar,.row .axis{grid-column:1/-1;grid-row:2}
    .row.scale{display:block}.minor{display:none}.mark small{display:none}
    .mark:nth-child(7) small,.mark:nth-child(11) small{display:block}
    table,tbody,tr,td,th{display:block}tr{border-bottom:1px solid var(--line);padding:.5em 0}
    tr:first-child{display:none}td{border:0;padding:.1em 0}td:first-child{font-weight:600}
    td:nth-child(n+2)::before{color:var(--soft);font-size:.85em;display:block}
    .errors td:nth-child(2)::before{content:"threshold"}.errors td:nth-child(3)::before{content:"taken for somebody else"}
    .errors td:nth-child(4)::before{content:"rejected although it is the person"}
    .times td:nth-child(2)::before{content:"first call"}.times td:nth-child(3)::before{content:"afterwards"}}
    @media print{body{max-width:none}figure,.row{break-inside:avoid}}
    """
}
