import * as m from './exactJsonBench.tmp.ts';
const rec = Array.from({length:60000},(_, i)=>`{"_id":${i},"name":"some text ${i}","a":9007199254740993${i},"b":${i}.50,"c":"2020-01-01T00:00:00","d":true,"e":null,"f":"x y z"}`);
const t = `{"records":[${rec.join()}]}`;
const time = (f: any) => { const s = performance.now(); const r = f(); return [performance.now()-s, r]; };
const A: number[][]=[];
for (let i=0;i<7;i++){ const [a]=time(()=>JSON.parse(t)); const [b,r]=time(()=>m.markNumbers(t)); const [c,v]=time(()=>JSON.parse(r.json)); const [d]=time(()=>m.unmark(v)); A.push([a,b,c,d]); }
for (let k=0;k<4;k++) console.log(['parse','mark','parse marked','unmark'][k], Math.min(...A.map(x=>x[k]!)).toFixed(0));
