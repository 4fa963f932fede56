// SPDX-License-Identifier: Apache-2.0
package import ImprintModel

/// The page's style sheet: light, dark, phone, print. Drawings have their colours from it too.
package enum PageStyle {
  package static let css: HTML = """
    :root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--grid:#e6eaee;--track:#f1f4f7;--paper:#fff;
    --good:#1a7f37;--bad:#b42318;--a:#0b62b8;--b:#a8480a;--c:#6b3fa0;--person:#2b7a4b;--attack:#8a94a0;
    --c0:#0b62b8;--c1:#c0410b;--c2:#1a7f5a;--c3:#8b3fa6;--c4:#8a6d00;--c5:#c2226d;--c6:#3d4653;--c7:#00788a}
    @media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#a3adb7;--line:#39424c;--grid:#262d35;--track:#232a31;
    --paper:#15191d;--good:#56c271;--bad:#ff8a7d;--a:#6cb2ff;--b:#ffa463;--c:#c3a0f5;--person:#5cc489;--attack:#7b8794;
    --c0:#6cb2ff;--c1:#ff9a66;--c2:#5fd3a5;--c3:#d59bf0;--c4:#e0c14a;--c5:#ff86bb;--c6:#c3cbd4;--c7:#54cfe0}}
    *{box-sizing:border-box}
    body{font:16px/1.5 system-ui,sans-serif;max-width:1080px;margin:0 auto;padding:1.5em 1em 3em;color:var(--ink);
    background:var(--paper);overflow-wrap:anywhere}
    h1{font-size:1.6em;line-height:1.2;margin:0 0 .6em}h2{font-size:1.25em;margin:2.2em 0 .4em}
    h3{font-size:1.05em;margin:1.6em 0 .4em}
    p{max-width:48em;margin:.4em 0 1em}li{max-width:48em;margin:.35em 0}.note,small{color:var(--soft);font-size:.85em}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.2em 1.2em;margin:0}dt{color:var(--soft)}dd{margin:0}
    .limits{border-left:4px solid var(--bad);background:var(--track);padding:.6em 1em;margin:1.4em 0}.limits h2{margin-top:0}
    .scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9em;font-variant-numeric:tabular-nums}
    th,td{text-align:right;padding:.35em .7em .35em 0;border-bottom:1px solid var(--line);vertical-align:top;
    overflow-wrap:normal}
    th:first-child,td:first-child,th.l,td.l{text-align:left}th{font-weight:600}td small{display:block}td:not(:first-child){white-space:nowrap}
    td:first-child{min-width:9.5em}.people td{border-top:2px solid var(--soft)}
    .ok{color:var(--good)}.bad{color:var(--bad);font-weight:600}
    figure{margin:1.6em 0}figcaption{font-size:.9em;margin-bottom:.4em}figure .scroll svg{min-width:680px}
    svg{width:100%;height:auto;display:block;font:12.5px system-ui,sans-serif}
    svg text{fill:var(--ink)}svg .soft{fill:var(--soft)}svg .small{font-size:11.5px}svg .name{font-weight:600}
    svg .bad{fill:var(--bad)}svg .line{stroke:var(--line)}svg .grid{stroke:var(--grid)}
    svg .bound{stroke:var(--ink);stroke-width:2}svg .limit{stroke-width:1.5}
    svg .w0,svg .d0{stroke:var(--a)}svg .w1,svg .d1{stroke:var(--b)}svg .w2,svg .d2{stroke:var(--c)}
    svg .w0,svg .w1,svg .w2{stroke-width:2}svg .thick{stroke-width:7;stroke-opacity:.35}
    svg .d0{stroke-dasharray:6 3}svg .d1{stroke-dasharray:2 3}svg .d2{stroke-dasharray:10 3 2 3}
    svg .m0{fill:var(--a);stroke:var(--a)}svg .m1{fill:var(--b);stroke:var(--b)}svg .m2{fill:var(--c);stroke:var(--c)}
    svg .hollow{fill:var(--paper);stroke-width:2}svg .person{fill:var(--person)}svg .attack{fill:var(--attack)}
    svg .curve{fill:none;stroke-width:2}svg .ribbon{fill:var(--a);fill-opacity:.16;stroke:none}
    svg .c0{stroke:var(--c0)}svg .c1{stroke:var(--c1)}svg .c2{stroke:var(--c2)}svg .c3{stroke:var(--c3)}
    svg .c4{stroke:var(--c4)}svg .c5{stroke:var(--c5)}svg .c6{stroke:var(--c6)}svg .c7{stroke:var(--c7)}
    @media print{body{max-width:none}figure,tr{break-inside:avoid}}
    """
}
