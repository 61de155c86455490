import { startBuiltProcess } from './support/zz-built.ts';
import { floodWithResets, readResidentBytes, countDescriptors, getStatus } from './support/connection-attacks.ts';
import { mkdtempSync } from 'node:fs';
const s = await startBuiltProcess(mkdtempSync('/tmp/conn/d-'), 400);
console.log('fd', await countDescriptors(s.pid), await getStatus(s.port,'/'));
process.kill(s.pid,'SIGUSR2');
for (let i=0;i<Number(process.argv[2]);i++){ await floodWithResets(s.port,{workers:20,isOn:n=>n<1000}); if (i%4===3) process.kill(s.pid,'SIGUSR2'); }
for (let k=0;k<12;k++){await new Promise(r=>setTimeout(r,5000)); process.kill(s.pid,'SIGUSR2');} await new Promise(r=>setTimeout(r,800));
console.log(s.output()); await s.stop();
