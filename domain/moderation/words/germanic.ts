/** Listed words in German, Dutch, Swedish, Norwegian and Danish, and also in Finnish. `index.ts` defines the levels. */
export const germanic = {
  severe: `
    neger*, kanake*, kanacke*, schwuchtel*, judensau*, saujude*, jude verrecke, scheiß jude*, scheiß juden, zigeunerpack,
    untermensch*, ab ins gas, vergasen, vergast euch, spast, spasti, spastis, mongo, mongos, missgeburt*, kümmeltürk*,
    kameltreiber*, ausländer raus, bring dich um, bringt euch um, töte dich, häng dich auf, erhäng dich, geh sterben, 
    transen, scheiß transe, kampflesbe*, schlitzauge*, scheiß ausländer, scheiß türke*, verrecke,
    nikker*, kutmarokkaan*, kut marokkaan*, flikker, flikkers, kankerjood*, kankerlijer*, kankerhoer*, kankerhomo*, kutneger*,
    maak jezelf dood, ga dood, pleeg zelfmoord, spleetoog*, geitenneuker*,
    blattar, blattejävel*, svartskalle*, bögjävel*, ta livet av dig, cp skadad*, cp-skadad*, svarting, svartinger, pakkis*, homsefaen,
    drep deg selv, perker*, bøsserøv*, slå dig selv ihjel, tag livet af dig,
    neekeri*, mutakuono*, ryssä, ryssät, hintti, hintit, homppeli*, tapa itsesi, mene kuolemaan, mutiai*
  `,
  strong: `
    arsch, ärsche, arschloch*, arschlöcher*, arschgeige*, ficken, fickt, ficker, fickst, gefickt, verfickt*, fick dich,
    fotze*, hure, huren, hurensohn*, hurensöhne*, hurenkind*, nutte, nutten, schlampe, schlampen, wichser*, wichsen, wixer*,
    wixxer*, scheiss*, scheiß*, bescheiss*, kacke, kackbratze, verpiss dich, verpisst euch, pisser, schwanzlutscher*, pimmel,
    titten, möse, mösen, miststück*, drecksau*, dreckskerl*, drecksack*, hackfresse*, halt die fresse, halt dein maul,
    halts maul, halt die schnauze, leck mich, leck mich am arsch, fresse halten, du opfer, arschficker*, wichse, hodensack,
    kut, kutwijf*, kutspel, klootzak*, klootzakken, hoer, hoeren, slet, sletten, godverdomme, gvd, klerelijer*,
    teringlijer*, tyfuslijer*, neuken, neuk, verneuk*, kankerop, kanker op, pleur op, rot op, hoerenzoon*, teef,
    fitta, fittor, fittan, kuk, kukar, jävla, jävlar, jävel, jäveln, knulla, runka, horunge*, horungar, 
    faen, fy faen, jævla, jævlig, drittsekk*, ræv, ræva, rasshøl*, fisse, fisser, luder,
    ludere, kælling, kællinger, røvhul*, røvhuller, kraftedeme, fandeme,
    vittu*, vitun, vitut, perkele*, saatana*, paska*, kusipää*, mulkku*, huora*, kyrpä*, runkkari*, pillu, pillut
  `,
}
