use cleave_base_db::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = decode(std::fs::read(&a[1]).unwrap());
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, a[1].clone(), text.into());
    let s = HostSettings::default();
    let o = HostOptions::new(&db, s);
    for &i in cleave_names::items(&db, file) {
        if i.name(&db) == a[2] {
            println!(
                "{:?} {:?}\n{}",
                i.kind(&db),
                i.flags(&db),
                i.text(&db).as_str()
            );
            if a.len() > 3 {
                println!("{:#?}", cleave_names::parse(&db, i).syntax());
                println!("{:?}", cleave_names::parse(&db, i).errors);
            }
            println!("{:#?}", cleave_cuda::function_facts(&db, i));
            println!("{:#?}", cleave_host::item_edits(&db, file, i, o));
        }
    }
}
